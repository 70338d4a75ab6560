// Draws memories and edges with WebGL 2. It knows numbers only: places, sizes, colours, and which of them are lit.
import { radiusOf, type Camera, type Size } from './camera';
import type { Model } from './model';
import { edgeFragment, edgeVertex, nodeFragment, nodeVertex } from './shaders';

export type Colour = [red: number, green: number, blue: number];

export interface Palette {
  /** The colours of the groups, and last the one of the others. */
  hues: Colour[];
  edge: Colour;
  ground: Colour;
}

type Attribute = 'place' | 'size' | 'shape' | 'hue' | 'lit';
const nodeAttributes: readonly Attribute[] = ['place', 'size', 'shape', 'hue', 'lit'];
const edgeAttributes = ['place', 'strength', 'lit', 'reach'] as const;

export class Painter {
  readonly #gl: WebGL2RenderingContext;
  readonly #nodes: Part;
  readonly #edges: Part;
  #nodeCount = 0;
  #edgeCount = 0;
  #pairs: Uint32Array = new Uint32Array();

  /** None where the system cannot draw with WebGL 2. */
  static on(canvas: HTMLCanvasElement): Painter | null {
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: true, premultipliedAlpha: false, depth: false });
    if (gl === null || gl.isContextLost()) return null;
    const painter = new Painter(gl);
    return painter.#nodes.sound && painter.#edges.sound ? painter : null;
  }

  private constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#nodes = new Part(gl, nodeVertex, nodeFragment, nodeAttributes.length);
    this.#edges = new Part(gl, edgeVertex, edgeFragment, edgeAttributes.length);
  }

  /** Takes another graph. Its places, colours and light have to be given after it. */
  take(model: Model): void {
    this.#nodeCount = model.nodes.length;
    this.#edgeCount = model.weights.length;
    this.#pairs = model.edges;
    this.#nodes.fill(1, 1, model.sizes);
    this.#nodes.fill(2, 1, model.shapes);
    // As strong as they are beside the strongest one: the ties of a first evening are all weak, and are to be seen.
    const strongest = model.weights.reduce((most, weight) => Math.max(most, weight), 1e-6);
    this.#edges.fill(
      1,
      1,
      perEnd(this.#edgeCount, (edge) => Math.round((255 * model.weights[edge]!) / strongest)),
      true,
    );
  }

  place(x: Float32Array, y: Float32Array): void {
    const places = new Float32Array(2 * x.length);
    for (let index = 0; index < x.length; index++) [places[2 * index], places[2 * index + 1]] = [x[index]!, y[index]!];
    this.#nodes.fill(0, 2, places);
    const pairs = this.#pairs;
    const ends = new Float32Array(2 * pairs.length);
    const reach = new Float32Array(2 * pairs.length);
    for (let end = 0; end < pairs.length; end++) {
      reach[2 * end] = Math.abs(x[pairs[end]!]! - x[pairs[end ^ 1]!]!);
      reach[2 * end + 1] = Math.abs(y[pairs[end]!]! - y[pairs[end ^ 1]!]!);
      ends[2 * end] = x[pairs[end]!]!;
      ends[2 * end + 1] = y[pairs[end]!]!;
    }
    this.#edges.fill(0, 2, ends);
    this.#edges.fill(3, 2, reach);
  }

  colour(groups: Uint8Array): void {
    this.#nodes.fill(3, 1, groups);
  }

  /** An edge is lit when both its ends are. */
  light(mask: Uint8Array): void {
    this.#nodes.fill(4, 1, mask);
    const pairs = this.#pairs;
    this.#edges.fill(
      2,
      1,
      perEnd(this.#edgeCount, (edge) => mask[pairs[2 * edge]!]! & mask[pairs[2 * edge + 1]!]!),
    );
  }

  /** Draws what the camera sees, with the first `edges` of the edges. `ratio` are device pixels for one pixel, `nearer` is how much
      larger everything is than where all of it is seen. */
  draw(camera: Camera, size: Size, edges: number, nearer: number, ratio: number, palette: Palette): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...palette.ground, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const scale: [number, number] = [(2 * camera.way * camera.zoomX) / size.width, (-2 * camera.zoomY) / size.height];
    const shift: [number, number] = [-camera.x * scale[0], -camera.y * scale[1]];
    this.#drawEdges(Math.min(edges, this.#edgeCount), nearer, camera, scale, shift, palette);
    this.#drawNodes(camera, ratio, scale, shift, palette);
  }

  end(): void {
    this.#nodes.end();
    this.#edges.end();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #drawEdges(
    count: number,
    nearer: number,
    camera: Camera,
    scale: [number, number],
    shift: [number, number],
    palette: Palette,
  ): void {
    const gl = this.#gl;
    if (count === 0) return;
    const part = this.#edges.use();
    gl.uniform2f(part.at('scale'), ...scale);
    gl.uniform2f(part.at('shift'), ...shift);
    gl.uniform2f(part.at('zoom'), camera.zoomX, camera.zoomY);
    // The more there are in sight, the fainter each is.
    const inSight = count / Math.max(1, nearer);
    gl.uniform1f(part.at('alpha'), Math.min(0.85, Math.max(0.12, 20 / Math.sqrt(inSight))));
    gl.uniform3f(part.at('colour'), ...palette.edge);
    gl.drawArrays(gl.LINES, 0, 2 * count);
  }

  #drawNodes(camera: Camera, ratio: number, scale: [number, number], shift: [number, number], palette: Palette): void {
    const gl = this.#gl;
    if (this.#nodeCount === 0) return;
    const part = this.#nodes.use();
    gl.uniform2f(part.at('scale'), ...scale);
    gl.uniform2f(part.at('shift'), ...shift);
    gl.uniform1f(part.at('radius'), radiusOf(camera));
    gl.uniform1f(part.at('ratio'), ratio);
    gl.uniform3f(part.at('ground'), ...palette.ground);
    gl.uniform4fv(
      part.at('hues'),
      palette.hues.flatMap((hue) => [...hue, 1]),
    );
    // Those that are lit lie over the others.
    for (const pass of [0, 1]) {
      gl.uniform1f(part.at('pass'), pass);
      gl.drawArrays(gl.POINTS, 0, this.#nodeCount);
    }
  }
}

/** A program of the graphics processor with the numbers that it is fed. */
class Part {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #buffers: WebGLBuffer[];
  readonly #array: WebGLVertexArrayObject;
  readonly #uniforms = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext, vertex: string, fragment: string, attributes: number) {
    this.#gl = gl;
    this.#program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(this.#program);
    this.#array = gl.createVertexArray();
    this.#buffers = Array.from({ length: attributes }, () => gl.createBuffer());
  }

  /** Fills an attribute with `width` numbers for each corner. Bytes are taken as they are, or as shares of 255. */
  fill(attribute: number, width: number, values: Float32Array | Uint8Array, shares = false): void {
    const gl = this.#gl;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[attribute]!);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(attribute);
    const type = values instanceof Float32Array ? gl.FLOAT : gl.UNSIGNED_BYTE;
    gl.vertexAttribPointer(attribute, width, type, shares, 0, 0);
  }

  /** Whether the system understands the program. */
  get sound(): boolean {
    return this.#gl.getProgramParameter(this.#program, this.#gl.LINK_STATUS) === true;
  }

  use(): this {
    this.#gl.useProgram(this.#program);
    this.#gl.bindVertexArray(this.#array);
    return this;
  }

  at(uniform: string): WebGLUniformLocation | null {
    let location = this.#uniforms.get(uniform);
    if (location === undefined) {
      location = this.#gl.getUniformLocation(this.#program, uniform);
      this.#uniforms.set(uniform, location);
    }
    return location;
  }

  end(): void {
    for (const buffer of this.#buffers) this.#gl.deleteBuffer(buffer);
    this.#gl.deleteVertexArray(this.#array);
    this.#gl.deleteProgram(this.#program);
  }
}

function perEnd(edges: number, value: (edge: number) => number): Uint8Array {
  const result = new Uint8Array(2 * edges);
  for (let edge = 0; edge < edges; edge++) result[2 * edge] = result[2 * edge + 1] = value(edge);
  return result;
}
