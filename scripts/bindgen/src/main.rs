//! `bindgen MODULE FOLDER`: writes the JavaScript of a module of WebAssembly, as `wasm-bindgen --target web` does. The
//! program of that name compiles what runs tests in browsers, too, which takes several times as long.

use std::{env, error::Error};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [module, folder] = arguments.as_slice() else { return Err("usage: bindgen MODULE FOLDER".into()) };
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        // The caller states where the module is; a bundler would include the file that a default names.
        .omit_default_module_path(true)
        .generate(folder)?;
    Ok(())
}
