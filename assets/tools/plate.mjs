// One drawing, three optical sizes by media query inside the SVG: line engraving from 97 px, heavier lines and one rule
// from 45 px, solid mass without a frame below.
import { restartClipIds, scoop, sky } from './engraving.mjs';

/** Sets an emblem so that its own centre of mass [x, y] stands in the middle, enlarged by `scale`. */
const centred = ([x, y, scale]) => `translate(80px,80px) scale(${scale}) translate(${-x}px,${-y}px)`;

const full = (paper, ink) => `
.k,.solid,.e{fill:${ink}}
.p{fill:${paper}}
.b{fill:${paper};stroke:${ink};stroke-width:2;stroke-linejoin:round}
.d,.l,.rach,.stem,.rim{fill:none;stroke:${ink};stroke-linecap:round;stroke-linejoin:round}
.d{stroke-width:1.5}.l{stroke-width:2.4}.rach{stroke-width:2.6}.stem{stroke-width:5.5}.rim{stroke-width:4}
.halo{fill:${paper};stroke:${paper};stroke-width:7;stroke-linejoin:round}
.halo2{fill:none;stroke:${paper};stroke-width:9;stroke-linecap:round}
.w{fill:none;stroke:${paper};stroke-width:1.2}
.moon{fill:${paper};stroke:${ink};stroke-width:1.6}
.vein{fill:none;stroke:none;stroke-linecap:round}
.feather{stroke-width:1}
.only32{display:none}
.f1{fill:none;stroke:${ink};stroke-width:2.6}.f2{fill:none;stroke:${ink};stroke-width:.9}`;

const middle = (transform) => `
.f2,.sky,.x{display:none}
.f1{stroke-width:3.4}
.b{stroke-width:3.2}.d{stroke-width:2.6}.l{stroke-width:4}.rach{stroke-width:4}.stem{stroke-width:8}.rim{stroke-width:5.5}
.moon{stroke-width:3}.w{stroke-width:2}.feather{stroke-width:1.6}
.em{transform:${transform}}`;

const small = (paper, ink, transform) => `
.f1,.fine,.fine2,.tiny,.w{display:none}
.only32{display:inline}
.b{fill:${ink};stroke:${paper};stroke-width:4}.ribbon{stroke-width:2.4}.feather{stroke-width:0}
.d{stroke:${paper};stroke-width:3}.arms{stroke:${ink};stroke-width:3.4}.septa{stroke-width:2.2}.spiral{stroke-width:5}
.l{stroke-width:6}.rach{stroke:${ink};stroke-width:5}.vein{stroke:${paper};stroke-width:3}.stem{stroke-width:9}
.rim{stroke:${paper};stroke-width:3}
.e{fill:${paper};r:4.5px}
.moon{fill:none;stroke-width:5}
.halo{stroke-width:9}
.em{transform:${transform}}`;

/**
 * The bookplate as an SVG document of 160 units.
 * @param plate `{paper, ink, emblem, at64?, at32}`: two colours with a contrast of at least 7, a function that draws the
 * emblem around (80, 80), and how it is set at the two smaller sizes.
 */
export function drawPlate({ paper, ink, emblem, at64 = [80, 80, 1.1], at32 }) {
  restartClipIds();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><style>${full(paper, ink)}
@media (max-width:96px){${middle(centred(at64))}}
@media (max-width:44px){${small(paper, ink, centred(at32))}}
</style><rect width="160" height="160" fill="${paper}"/><path class="f1" d="${scoop(7, 22)}"/><path class="f2" d="${scoop(11.5, 26.5)}"/><g class="em"><g>${sky(80, 80, 60)}</g>${emblem()}</g></svg>
`;
}
