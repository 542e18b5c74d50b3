use std::{
    io::Read,
    process::{Command, Stdio},
};

use crate::{TOOLS, run, run_with};

#[test]
fn help_and_version_are_for_the_asking() {
    let help = run("--help", "");
    assert_eq!(help.code, 0);
    for command in [
        "check",
        "diff",
        "transform",
        "extract",
        "restore",
        "explain",
        "rules",
        "targets",
        "probe",
        "completions",
        "man",
    ] {
        assert!(help.out.contains(&format!("\n  {command} ")), "{command}: {}", help.out);
        assert_eq!(run(&format!("{command} --help"), "").code, 0);
    }
    for command in ["check", "extract", "probe"] {
        let help = run_with(&[command, "--help"], &[("COLUMNS", "100")], "");
        insta::assert_snapshot!(format!("help_of_{command}"), help.out);
    }
    assert_eq!(run("--version", "").out, format!("lapidary {}\n", lapidary::VERSION));
}

#[test]
fn wrong_usage_leaves_with_2() {
    for arguments in [
        "",
        "extract",
        "extract --env A",
        "polish",
        "check --target bard",
        "check --mode both",
        "check --json --format json",
        "explain",
    ] {
        let done = run(arguments, TOOLS);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments}");
        assert!(!done.err.is_empty(), "{arguments}");
    }
}

#[test]
fn both_modes_are_taken() {
    for mode in ["drop-in", "round-trip"] {
        assert_eq!(run(&format!("transform --mode {mode}"), TOOLS).code, 0);
    }
}

#[cfg(unix)]
#[test]
fn who_would_have_to_type_is_told_what_is_waited_for() {
    use std::{fs::File, io::Write as _};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    for (command, typed) in [("check", "{}"), ("transform", "{}"), ("restore", r#"{"name":"a"}"#)] {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&keyboard).and_then(|()| unlockpt(&keyboard)).expect("it is ours");
        let screen = ptsname(&keyboard, Vec::new()).expect("its name").into_string().expect("UTF-8");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("lapidary"))
            .arg(command)
            .stdin(File::options().read(true).write(true).open(screen).expect("its other end"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut keyboard = File::from(keyboard);
        writeln!(keyboard, "{typed}").and_then(|()| keyboard.write_all(b"\x04")).expect("it is typed");
        let done = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(told.starts_with("reading from the terminal, up to Ctrl-D; a FILE can be given instead\n"), "{told}");
    }
}

/// As `lapidary … | head -c 1` does.
#[test]
fn a_closed_pipe_ends_the_command_in_silence() {
    let tools: Vec<String> =
        (0..3_000).map(|at| format!(r#"{{"name":"t{at}","inputSchema":{{"type":"object"}}}}"#)).collect();
    let folder = crate::folder(&[("tools.jsonl", tools.join("\n").as_bytes())]);
    let file = crate::path(&folder, "tools.jsonl");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("lapidary"))
        .args(["transform", "--format", "jsonl", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = [0];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a byte");
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(first, *b"{");
    assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(141), b"".as_slice()));
}
