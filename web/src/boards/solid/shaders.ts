/** How the graphics card draws cubes: one square for each face, with soft edges, the shadows that
 *  neighbours cast into corners, the numbers of its line, and patterns for what is to be noticed. */

export const CUBE_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;
in vec2 corner;
in vec4 place, paint, marks;
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
  int side = int(place.w);
  vec3 right = RIGHT[side], up = UP[side], normal = cross(right, up);
  gl_Position = projectionMatrix * viewMatrix
    * vec4(place.xyz + 0.5 + 0.5 * normal + corner.x * right + corner.y * up, 1.0);
  at = corner + 0.5;

  // Numbers on top and below turn with the viewer, by quarters, so that they stand upright.
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
uniform bool plain;
out vec4 seen;

/** 1 where a value is under its limit, with an edge as soft as a pixel. */
float under(float value, float limit, float pixel) {
  return clamp((limit - value) / pixel + 0.5, 0.0, 1.0);
}

/** Signed distance from a square with round corners. */
float tile(vec2 from, float reach, float radius) {
  return length(max(abs(from) - (reach - radius), 0.0)) - radius;
}

/** The numbers of the clue, in rows, over the face. */
vec3 written(vec3 face, vec2 dx, vec2 dy, float pixel) {
  int count = says.y, columns = int(ceil(sqrt(float(count)) - 0.001));
  int rows = (count + columns - 1) / columns;
  vec2 grid = label * float(columns) - vec2(0.0, 0.5 * float(columns - rows));
  int row = int(floor(grid.y));
  if (row < 0 || row >= rows) return face;
  int here = row == rows - 1 ? count - row * columns : columns;
  grid.x -= 0.5 * float(columns - here);
  int column = int(floor(grid.x));
  if (column < 0 || column >= here) return face;

  int texel = says.x + row * columns + column;
  uvec4 number = texelFetch(rods, ivec2(texel & 1023, texel >> 10), 0);
  vec2 spot = fract(grid);
  bool done = (number.w & 1u) != 0u, pointed = (number.w & 2u) != 0u;
  float layer = float(number.x + 256u * number.y), scale = float(columns);
  float soft = pixel * scale, chip = tile(spot - 0.5, 0.47, 0.14);
  vec3 pen = ink, ground = face;
  if (pointed) face = mix(face, lit, 0.6 * under(chip, 0.02, soft));
  if (!plain) {
    spot = (spot - 0.5) / 0.88 + 0.5;
    vec3 tone = number.z == 0u ? vec3(1) : texelFetch(palette, ivec2(number.z, 0), 0).rgb;
    pen = dot(tone, vec3(0.299, 0.587, 0.114)) > 0.5 ? vec3(0.11, 0.1, 0.09) : vec3(1);
    face = mix(face, mix(tone, vec3(0.1), 0.45), under(chip, 0.0, soft));
    face = mix(face, tone, under(chip, -0.035, soft));
    scale /= 0.88;
  }
  float cover = textureGrad(glyphs, vec3(spot, layer), dx * scale, dy * scale).r;
  face = mix(face, pen, cover);
  return done ? mix(ground, face, 0.3) : face;
}

/** Each kind of notice has a pattern of its own, so that it is known without its colour. */
float pattern(int kind, float rim, float pixel) {
  vec2 middle = abs(at - 0.5);
  float stripe = abs(fract((at.x + at.y) * 3.0) - 0.5) / 3.0;
  if (kind == 1) return under(rim, 0.14, pixel) * under(0.03, rim, pixel);          // a frame
  if (kind == 2) return max(under(stripe, 0.05, pixel), under(rim, 0.07, pixel));   // stripes
  if (kind == 3) return under(0.7, middle.x + middle.y, pixel);                     // corners
  vec2 part = fract(at * 6.0) - 0.5;
  if (kind == 4) return under(rim, 0.167, pixel) * step(0.0, part.x * part.y);      // a checked frame
  return under(length(part) / 6.0, 0.055, pixel) * under(rim, 0.167, pixel);        // a dotted frame
}

void main() {
  vec2 dx = dFdx(label), dy = dFdy(label), grain = fwidth(at);
  float pixel = max(max(grain.x, grain.y), 0.001);
  vec2 rims = min(at, 1.0 - at);
  float rim = min(rims.x, rims.y);

  float edge = rims.x < rims.y ? (at.x < 0.5 ? edges.x : edges.y)
                               : (at.y < 0.5 ? edges.z : edges.w);
  float bevel = under(rim, 0.045, max(0.05, pixel));
  vec4 dark = shadow;
  float dim = mix(mix(dark.x, dark.y, at.x), mix(dark.z, dark.w, at.x), at.y);
  float bright = mix(shade, edge, 0.75 * bevel) * (1.0 - 0.38 * dim);
  vec3 face = colour * bright;

  if ((flags & 1) != 0) { // marked: a frame within, besides the colour
    float ring = abs(tile(at - 0.5, 0.43, 0.09)) - 0.016;
    face = mix(face, ink, 0.5 * under(ring, 0.0, pixel));
  }
  if (says.w > 0) face = mix(face, notices[says.w], 0.9 * pattern(says.w, rim, pixel));
  if (says.y > 0) face = written(face, dx, dy, max(length(dx), length(dy)));
  if ((says.z & 1) != 0) { // wrong: struck through, in a frame of dashes
    float strike = abs(label.x + label.y - 1.0) / 1.4142;
    float dash = step(0.5, fract((at.x + at.y) * 4.0)) * under(rim, 0.13, pixel) * under(0.08, rim, pixel);
    float bar = under(strike, 0.05, pixel) * under(max(abs(label.x - 0.5), abs(label.y - 0.5)), 0.46, pixel);
    face = mix(face, wrong, max(dash, says.y > 0 ? 0.85 * bar : 0.0));
  }
  face *= 1.0 - 0.3 * under(rim, 0.008, max(0.012, pixel)) * min(1.0, 0.05 / pixel);
  seen = vec4(face, 1.0);
}`;
