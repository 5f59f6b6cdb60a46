/** AssemblyScript modules, compiled by the build (vite.config.ts). */
declare module "*.as" {
  /** The WebAssembly binary, base64. */
  export const wasm: string;
}
