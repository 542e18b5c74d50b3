//! `bindgen MODULE FOLDER`: writes the JavaScript of a WebAssembly module, as `wasm-bindgen --target web` does. The
//! `wasm-bindgen` program also contains a test runner for browsers, and takes several times as long to compile.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [module, folder] = arguments.as_slice() else { return Err("usage: bindgen MODULE FOLDER".into()) };
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        // The caller passes the module; a bundler would include the file that a default path names.
        .omit_default_module_path(true)
        .generate(folder)?;
    Ok(())
}
