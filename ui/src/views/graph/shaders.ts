// What the graphics processor does with each memory and each edge. GLSL ES 3.00.

/** A memory: a disc, a diamond for the character's own past, a ring for something planned. */
export const nodeVertex = `#version 300 es
layout(location = 0) in vec2 place;
layout(location = 1) in float size;
layout(location = 2) in float shape;
layout(location = 3) in float hue;
layout(location = 4) in float lit;
uniform vec2 scale;
uniform vec2 shift;
uniform float radius;
uniform float ratio;
uniform float pass;
uniform vec4 hues[9];
out vec4 colour;
out float extent;
out float rim;
flat out int kind;
void main() {
  bool drawn = (lit > 0.5) == (pass > 0.5);
  float own = radius * size * (lit > 0.5 ? 1.0 : 0.8);
  // What lies around a small one would eat its neighbours.
  rim = clamp(own * 0.3, 0.6, 1.5) * ratio;
  extent = own * ratio + rim;
  colour = hues[int(hue + 0.5)];
  colour.a = lit > 0.5 ? 1.0 : 0.3;
  kind = int(shape + 0.5);
  gl_Position = drawn ? vec4(place * scale + shift, 0.0, 1.0) : vec4(4.0, 4.0, 0.0, 1.0);
  gl_PointSize = 2.0 * extent;
}
`;

export const nodeFragment = `#version 300 es
precision highp float;
in vec4 colour;
in float extent;
in float rim;
flat in int kind;
uniform float ratio;
uniform vec3 ground;
out vec4 result;
void main() {
  vec2 from = (gl_PointCoord - 0.5) * 2.0 * extent;
  float away = kind == 1 ? (abs(from.x) + abs(from.y)) * 0.8 : length(from);
  float edge = extent - rim;
  float within = 1.0 - smoothstep(edge - 0.5 * rim, edge + 0.3 * rim, away);
  float around = 1.0 - smoothstep(edge + 0.3 * rim, extent, away);
  if (around <= 0.0) discard;
  vec3 inside = colour.rgb;
  if (kind == 2) {
    float hole = edge * 0.55;
    inside = mix(ground, inside, smoothstep(hole - 0.5 * ratio, hole + 0.5 * ratio, away));
  }
  result = vec4(mix(ground, inside, within), around * colour.a);
}
`;

export const edgeVertex = `#version 300 es
layout(location = 0) in vec2 place;
layout(location = 1) in float strength;
layout(location = 2) in float lit;
layout(location = 3) in vec2 reach;
uniform vec2 scale;
uniform vec2 shift;
uniform vec2 zoom;
uniform float alpha;
out float opacity;
void main() {
  // One that goes across the whole window tells nothing there, and there are many.
  float far = 1.0 - 0.93 * smoothstep(180.0, 900.0, length(reach * zoom));
  opacity = alpha * far * (0.35 + 0.65 * strength) * (lit > 0.5 ? 1.0 : 0.12);
  gl_Position = vec4(place * scale + shift, 0.0, 1.0);
}
`;

export const edgeFragment = `#version 300 es
precision highp float;
in float opacity;
uniform vec3 colour;
out vec4 result;
void main() {
  result = vec4(colour, opacity);
}
`;
