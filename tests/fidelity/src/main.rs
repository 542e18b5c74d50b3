//! The program behind `scripts/fidelity`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lapidary_fidelity::main()
}
