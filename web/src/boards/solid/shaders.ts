/** Shaders of cubes: a square for each face, with soft edges, ambient occlusion, the numbers of
 *  its line, and patterns for notices. */

export const CUBE_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;
in vec4 place, paint;
in vec2 marks;
in float rod;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 light;
uniform int quarter, stride;
uniform usampler2D rods;
out vec2 at, label;
flat out vec3 colour, ink;
flat out vec4 edges, shadow;
flat out float shade;
flat out ivec4 says; // first texel, how many numbers, flags of the line, notice
flat out int flags;

const vec3 RIGHT[6] = vec3[6](vec3(0, 0, 1), vec3(0, 0, -1), vec3(1, 0, 0), vec3(1, 0, 0),
                              vec3(-1, 0, 0), vec3(1, 0, 0));
const vec3 UP[6] = vec3[6](vec3(0, 1, 0), vec3(0, 1, 0), vec3(0, 0, 1), vec3(0, 0, -1),
                           vec3(0, 1, 0), vec3(0, 1, 0));

float lightOn(vec3 normal) { return 0.84 + 0.18 * dot(normalize(normal), light); }

void main() {
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) - 0.5;
  int side = int(place.w);
  vec3 right = RIGHT[side], up = UP[side], normal = cross(right, up);
  gl_Position = projectionMatrix * viewMatrix
    * vec4(place.xyz + 0.5 + 0.5 * normal + corner.x * right + corner.y * up, 1.0);
  at = corner + 0.5;

  // Numbers on the top and bottom rotate with the viewer by quarter turns, so that they stand upright.
  vec2 turned = corner;
  if (side == 2 || side == 3)
    for (int turn = 0; turn < quarter; turn++)
      turned = side == 3 ? vec2(turned.y, -turned.x) : vec2(-turned.y, turned.x);
  label = vec2(turned.x, -turned.y) / 0.8 + 0.5;

  shade = lightOn(normal);
  edges = vec4(lightOn(normal - right), lightOn(normal + right),
               lightOn(normal - up), lightOn(normal + up));
  int corners = int(marks.y);
  shadow = vec4(corners & 3, (corners >> 2) & 3, (corners >> 4) & 3, corners >> 6) / 3.0;
  colour = paint.rgb;
  ink = dot(colour, vec3(0.299, 0.587, 0.114)) > 0.5 ? vec3(0.11, 0.1, 0.09) : vec3(1);
  flags = int(paint.a * 255.0 + 0.5);

  int base = int(rod) * stride; // a rod whose clue is hidden has a number below 0
  uvec4 head = rod < 0.0 ? uvec4(0) : texelFetch(rods, ivec2(base & 1023, base >> 10), 0);
  says = ivec4(base + 1, head.x, head.y, marks.x);
}`;

/** Where the processor does the work of a graphics card, both ways of every branch are gone. So
 *  what is not needed is left out: TOLD there are numbers, TINTED with colours, NOTED there are
 *  notices or wrong lines; SIGNED colours have signs; HASTY it moves, and every frame counts. */
export const CUBE_FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;
precision mediump sampler2DArray;
in vec2 at, label;
flat in vec3 colour, ink;
flat in vec4 edges, shadow;
flat in float shade;
flat in ivec4 says;
flat in int flags;
uniform usampler2D rods;
uniform sampler2DArray glyphs;
uniform sampler2D palette;
uniform vec3 notices[6], wrong, lit;
uniform float size; // of a glyph, in texels
out vec4 seen;

/** 1 where a value is under its limit; the edge is as soft as a pixel, of which sharp make 1. */
float under(float value, float limit, float sharp) {
  return clamp((limit - value) * sharp + 0.5, 0.0, 1.0);
}

#ifdef TOLD
/** Signed distance from a square with round corners. */
float tile(vec2 from, float reach, float radius) {
  return length(max(abs(from) - (reach - radius), 0.0)) - radius;
}

/** The numbers of the clue, in rows, over the face. */
vec3 written(vec3 face, float sharp) {
  int count = says.y, columns = 1, rows = 1;
  vec2 grid = label, spot = label;
  float scale = 1.0;
#ifdef TINTED
  columns = int(ceil(sqrt(float(count)) - 0.001));
  rows = (count + columns - 1) / max(columns, 1);
  scale = float(columns) * (count > 1 ? 0.87 : 1.0); // several use more of the face
  grid = (label - 0.5) * scale + 0.5 * float(columns) - vec2(0.0, 0.5 * float(columns - rows));
#endif
  int row = int(floor(grid.y));
  int here = row == rows - 1 ? count - row * columns : columns;
  grid.x -= 0.5 * float(columns - here);
  int column = int(floor(grid.x));
  if (row < 0 || row >= rows || column < 0 || column >= here) return face;

  int texel = says.x + row * columns + column;
  uvec4 number = texelFetch(rods, ivec2(texel & 1023, texel >> 10), 0);
  spot = fract(grid);
  float layer = float(number.x + 256u * number.y);
  vec3 pen = ink, ground = face;
  float chip = tile(spot - 0.5, 0.47, 0.14), soft = sharp / scale;
  if ((number.w & 2u) != 0u) face = mix(face, lit, 0.6 * under(chip, 0.02, soft));
#ifdef TINTED
  if (number.z != 0u) { // on a patch of its colour
    spot = (spot - 0.5) / 0.88 + 0.5;
    scale /= 0.88;
    vec3 tone = texelFetch(palette, ivec2(number.z, 0), 0).rgb;
    pen = dot(tone, vec3(0.299, 0.587, 0.114)) > 0.5 ? vec3(0.11, 0.1, 0.09) : vec3(1);
    face = mix(face, mix(tone, vec3(0.1), 0.45), under(chip, 0.0, soft));
    face = mix(face, tone, under(chip, -0.035, soft));
  }
#endif
#ifdef HASTY
  float cover = textureLod(glyphs, vec3(spot, layer), log2(size * scale / sharp) - 0.4).r;
#else
  float cover = textureGrad(glyphs, vec3(spot, layer), dFdx(label) * scale, dFdy(label) * scale).r;
#endif
  face = mix(face, pen, cover);
  return mix(ground, face, (number.w & 1u) != 0u ? 0.3 : 1.0);
}
#endif

#ifdef NOTED
/** Each kind of notice has a different pattern, so that it does not depend on colour. */
float pattern(int kind, float rim, float sharp) {
  vec2 middle = abs(at - 0.5);
  float stripe = abs(fract((at.x + at.y) * 3.0) - 0.5) / 3.0;
  if (kind == 1) return under(rim, 0.14, sharp) * under(0.03, rim, sharp);          // a frame
  if (kind == 2) return max(under(stripe, 0.05, sharp), under(rim, 0.07, sharp));   // stripes
  if (kind == 3) return under(0.7, middle.x + middle.y, sharp);                     // corners
  vec2 part = fract(at * 6.0) - 0.5;
  float band = under(rim, 0.167, sharp);
  if (kind == 4) return band * step(0.0, part.x * part.y);                          // checked
  return band * under(length(part) / 6.0, 0.055, sharp);                            // dotted
}

/** A line that cannot be completed: struck through, in a frame of dashes. */
float struck(float rim, float sharp) {
  float frame = under(rim, 0.13, sharp) * under(0.08, rim, sharp);
  float dash = step(0.5, fract((at.x + at.y) * 4.0)) * frame;
  vec2 off = abs(label - 0.5);
  float bar = under(abs(label.x + label.y - 1.0) / 1.4142, 0.05, sharp)
    * under(max(off.x, off.y), 0.46, sharp);
  return max(dash, says.y > 0 ? 0.85 * bar : 0.0);
}
#endif

#ifdef SIGNED
/** The sign of the face's colour, in a corner, on a patch that keeps it apart from the numbers. */
vec3 badged(vec3 face, float sharp) {
  vec2 spot = (label - vec2(0.11, 0.89)) / 0.2;
  float cover = textureGrad(glyphs, vec3(spot + 0.5, float(flags >> 1)), dFdx(label) / 0.2,
                            dFdy(label) / 0.2).r;
  float badge = under(length(spot), 0.62, 0.2 * sharp);
  return mix(face, mix(colour * shade, ink, 0.8 * cover), badge);
}
#endif

void main() {
  vec2 grain = fwidth(at);
  float sharp = 1.0 / max(max(grain.x, grain.y), 0.001);
  vec2 rims = min(at, 1.0 - at);
  float rim = min(rims.x, rims.y);

  float edge = rims.x < rims.y ? (at.x < 0.5 ? edges.x : edges.y)
                               : (at.y < 0.5 ? edges.z : edges.w);
  float bevel = under(rim, 0.05, min(17.0, sharp));
  vec2 below = mix(shadow.xz, shadow.yw, at.x);
  float dim = mix(below.x, below.y, at.y);
  vec3 face = colour * (mix(shade, edge, 0.9 * bevel) * (1.0 - 0.38 * dim));
  // Marked: a frame within, besides the colour.
  face = mix(face, ink, float(flags & 1) * 0.5 * under(abs(rim - 0.085), 0.014, sharp));
#ifdef NOTED
  if (says.w > 0) { // paler too, so that the pattern is visible on every colour
    face = mix(face, vec3(0.97), 0.42);
    face = mix(face, notices[says.w], 0.92 * pattern(says.w, rim, sharp));
  }
#endif
#ifdef TOLD
  if (says.y > 0) face = written(face, sharp * 0.8);
#endif
#ifdef SIGNED
  if (flags > 1) face = badged(face, sharp * 0.8);
#endif
#ifdef NOTED
  if ((says.z & 1) != 0) face = mix(face, wrong, struck(rim, sharp));
#endif
  face *= 1.0 - 0.3 * under(rim, 0.008, min(80.0, sharp)) * min(1.0, 0.05 * sharp);
  seen = vec4(face, 1.0);
}`;
