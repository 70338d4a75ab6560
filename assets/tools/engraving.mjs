// The engraver's strokes from which every bookplate is drawn. Units: a plate is 160 × 160, angles are degrees.

const round = (number) => +number.toFixed(2);

/** A polyline through points [x, y]. */
export const line = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');

/** Writes numbers into path data with two decimals: d`M${x} ${y}`. */
export const d = (texts, ...numbers) =>
  texts.reduce(
    (path, text, i) => path + (typeof numbers[i - 1] === 'number' ? round(numbers[i - 1]) : numbers[i - 1]) + text,
  );

export const mirror = (svg) => `<g transform="scale(-1 1)">${svg}</g>`;

export const path = (className, data) => `<path class="${className}" d="${data}"/>`;

/** A scooped-corner rule, concentric with the plate's own corner (9 % of 160 = 14.4). */
export function scoop(inset, radius) {
  const far = 160 - inset;
  const end = 160 - radius;
  const arc = (x, y) => `A${radius} ${radius} 0 0 0 ${x} ${y}`;
  return `M${inset} ${radius}${arc(radius, inset)}H${end}${arc(far, radius)}V${end}${arc(end, far)}H${radius}${arc(inset, end)}Z`;
}

/** A line that swells from one width to another, as a burin cuts it. */
export function wedge(x0, y0, x1, y1, width0, width1) {
  const across = Math.atan2(y1 - y0, x1 - x0) + Math.PI / 2;
  const c = Math.cos(across) / 2;
  const s = Math.sin(across) / 2;
  return (
    d`M${x0 - c * width0} ${y0 - s * width0}L${x1 - c * width1} ${y1 - s * width1}` +
    d`L${x1 + c * width1} ${y1 + s * width1}L${x0 + c * width0} ${y0 + s * width0}Z`
  );
}

/** Ruled sky inside a circle: lines that thin out downwards; every second one is dropped at the middle size. */
export function sky(centreX, centreY, radius, step = 3.2) {
  const rows = ['', ''];
  for (let y = centreY - radius + step, i = 0; y < centreY + radius - 1; y += step, i++) {
    const half = Math.sqrt(radius * radius - (y - centreY) ** 2);
    const swell = 1.15 - (0.75 * (y - centreY + radius)) / (2 * radius);
    const [left, right] = [centreX - half, centreX + half];
    rows[i % 2] += d`M${left} ${y}Q${centreX} ${y - swell} ${right} ${y}Q${centreX} ${y + swell} ${left} ${y}Z`;
  }
  return path('k sky', rows[0]) + path('k sky fine', rows[1]);
}

/** Parallel wedges over a box, to be clipped by a shape. */
export function hatch(x0, y0, x1, y1, angle, step, width0, width1) {
  const [centreX, centreY] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const reach = Math.hypot(x1 - x0, y1 - y0) / 2;
  const [ux, uy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  let data = '';
  for (let offset = -reach; offset <= reach; offset += step) {
    const [x, y] = [centreX - uy * offset, centreY + ux * offset];
    data += wedge(x - ux * reach, y - uy * reach, x + ux * reach, y + uy * reach, width0, width1);
  }
  return data;
}

let clipCount = 0;
/** Clip ids count from one in each plate, so that a drawing comes out the same whichever were drawn before. */
export const restartClipIds = () => (clipCount = 0);

export function clipped(shape, data, className = 'k fine') {
  const id = `c${++clipCount}`;
  return `<clipPath id="${id}"><path d="${shape}"/></clipPath><path class="${className}" clip-path="url(#${id})" d="${data}"/>`;
}

/** Hatching where a body and its shadow side overlap. */
export function shade(body, side, data) {
  const id = `c${++clipCount}`;
  return `<clipPath id="${id}"><path d="${body}"/></clipPath><g clip-path="url(#${id})">${clipped(side, data)}</g>`;
}

/** A four-pointed star. */
export function star(x, y, radius) {
  const waist = radius * 0.2;
  return (
    d`M${x} ${y - radius}L${x + waist} ${y - waist}L${x + radius} ${y}L${x + waist} ${y + waist}` +
    d`L${x} ${y + radius}L${x - waist} ${y + waist}L${x - radius} ${y}L${x - waist} ${y - waist}Z`
  );
}
