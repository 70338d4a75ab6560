import { clipped, hatch, mirror, path, shade } from '../engraving.mjs';

function emblem() {
  const wing =
    'M0 -3C6 -4 8 -9 9 -15C12 -10 14 -10 18 -15C32 -20 50 -14 60 2C50 -2 43 0 40 9C34 2 27 3 22 12C17 6 9 6 0 22';
  const bat =
    '<g transform="translate(80 60)">' +
    path('halo', wing) +
    mirror(path('halo', wing)) +
    path('k solid', `${wing}Z`) +
    mirror(path('k solid', `${wing}Z`)) +
    path('w', 'M18 -13C22 -7 23 3 22 10M18 -13C30 -9 38 0 40 7') +
    mirror(path('w', 'M18 -13C22 -7 23 3 22 10M18 -13C30 -9 38 0 40 7')) +
    '<circle class="p" cx="-3" cy="-1" r="1.2"/><circle class="p" cx="3" cy="-1" r="1.2"/></g>';
  const castle =
    'M28 137L38 122L44 118V102L42 100L49 88L56 100L54 102V112H62V96H60V90H64V93H67V90H71V93H74V90H78V96H76V112H82V86L80 84L90 66L100 84L98 86V108H104V104H108V107H111V104H115V107H118V104H122V116L134 137Z';
  return (
    '<circle class="moon" cx="80" cy="70" r="42"/>' +
    path('halo tiny', castle) +
    path('b castle tiny', castle) +
    clipped(castle, hatch(24, 84, 110, 140, 88, 2.2, 0.3, 1.7)) +
    shade(castle, 'M82 84H100V120H112V137H92Z', hatch(78, 66, 134, 140, 90, 2.2, 1.2, 0.4)) +
    path('k solid fine', 'M47.5 104H51V109H47.5ZM67 100H70.5V106H67ZM88 90H92V97H88ZM110 112H113.5V117H110Z') +
    bat
  );
}

/** A bat before the moon, above the castle. */
export const plate = { paper: '#c9ced2', ink: '#1b2530', at32: [80, 70, 1.28], emblem };
