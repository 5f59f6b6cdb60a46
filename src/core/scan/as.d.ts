/** AssemblyScript modules, compiled by the build (vite.config.ts). */
declare module "*.as" {
  /** The WebAssembly binary, in hexadecimal digits. */
  export const wasm: string;
}
