/** What is used of three.js. It is built into one file, which the page and playable files share
 * (web/build.mjs): other modules import it from here only. */

export {
  BoxGeometry, BufferAttribute, BufferGeometry, CircleGeometry, Color, DataArrayTexture,
  DataTexture, DoubleSide, DynamicDrawUsage, GLSL3, GreaterDepth, Group, InstancedMesh,
  LessEqualDepth, LinearFilter, LinearMipmapLinearFilter, LinearSRGBColorSpace, Matrix4, Mesh,
  MeshBasicMaterial, NearestFilter, PerspectiveCamera, Quaternion, RGBAIntegerFormat,
  RawShaderMaterial, RedFormat, Scene, UnsignedByteType, Vector2, Vector3, WebGLRenderer,
} from "three";
