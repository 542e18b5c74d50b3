//! `lapidary completions` and `lapidary man`, generated from the command line.

use std::{
    fs,
    io::{self, Write},
    iter,
    path::Path,
};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::{
    args::{Cli, CompletionsArgs, ManArgs},
    terminal::output,
    verdict::Verdict,
};

pub(crate) fn completions(args: &CompletionsArgs) -> io::Result<Verdict> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "lapidary", &mut script);
    print(&script)
}

pub(crate) fn man(args: &ManArgs) -> io::Result<Verdict> {
    // The command `help` gets no page.
    let mut program = Cli::command().disable_help_subcommand(true);
    // Gives commands their full names, such as `lapidary-check`.
    program.build();
    let Some(folder) = &args.folder else {
        let mut text = Vec::new();
        page(&program).render(&mut text)?;
        return print(&text);
    };
    match write_pages(&program, folder) {
        Ok(()) => Ok(Verdict::Compatible),
        Err(error) => {
            output::print_error(&format!("lapidary: cannot write into {}: {error}", folder.display()))?;
            Ok(Verdict::Unreadable)
        }
    }
}

fn write_pages(program: &Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for command in iter::once(program).chain(program.get_subcommands()) {
        page(command).generate_to(folder)?;
    }
    Ok(())
}

fn page(command: &Command) -> Man {
    Man::new(command.clone()).source(format!("lapidary {}", lapidary::VERSION))
}

fn print(text: &[u8]) -> io::Result<Verdict> {
    let mut out = output::data();
    out.write_all(text)?;
    out.flush()?;
    Ok(Verdict::Compatible)
}
