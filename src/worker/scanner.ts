import { wasm } from "../core/scan/scan.as";

/**
 * The byte scanner, compiled. Undefined where WebAssembly, or its SIMD, is missing or forbidden: lines are then read by
 * JSON.parse alone. Here and not in core, which has to load without the build.
 */
export function compileScanner(): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(Uint8Array.from(wasm.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));
  } catch {
    return undefined;
  }
}
