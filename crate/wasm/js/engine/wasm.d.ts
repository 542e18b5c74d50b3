// The value of an imported `.wasm`: its bytes in base64 when the package is built, a module where it is deployed.

declare module "*.wasm" {
  const base64: string;
  export default base64;
}

declare module "lapidary/wasm" {
  const module: WebAssembly.Module;
  export default module;
}
