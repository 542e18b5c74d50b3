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
fn what_would_have_no_effect_is_wrong_usage() {
    for (arguments, said) in [
        ("check --indent 2", "'--indent' can only be used with '--format' json or sarif"),
        ("check --indent 2 --format jsonl", "json or sarif"),
        ("transform --indent 2 --format jsonl", "'--indent' can only be used with '--format' pretty or json"),
        ("restore --indent 2 --format jsonl", "pretty or json"),
        ("diff --indent 2", "'--indent' can only be used with '--format' json\n"),
        ("explain GS014 --indent 2", "with '--format' json\n"),
        ("rules --indent 2", "with '--format' json\n"),
        ("targets --indent 2 --format jsonl", "with '--format' json\n"),
        ("probe --indent 2", "with '--format' json\n"),
        ("check --timeout 5", "--server"),
        ("transform --timeout 5", "--server"),
        ("transform --role response --emit request", "'--role' response cannot be used with '--emit' request"),
        ("check --role response --emit request", "'--role' response cannot be used with '--emit' request"),
    ] {
        let done = run(arguments, TOOLS);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{arguments}");
        assert!(done.err.contains(said), "{arguments}: {}", done.err);
    }
    for arguments in
        ["rules --json --indent 2", "check --format sarif --indent 2 --fail-on never", "transform --indent 0"]
    {
        assert_eq!(run(arguments, TOOLS).code, 0, "{arguments}");
    }
}

/// Declarations may be sent in several requests.
#[test]
fn check_is_about_what_transform_would_print() {
    let tools: Vec<String> = (0..600).map(|at| format!(r#"{{"name":"t{at}"}}"#)).collect();
    let check = |form: &str| run(&format!("check --emit {form}"), format!("[{}]", tools.join(",")));
    assert_eq!([check("request").code, check("declarations").code], [1, 0]);
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

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--version"][..], &["check", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let done = Command::new(env!("CARGO_BIN_EXE_lapidary")).args(arguments).stdout(full).output().expect("it runs");
        let err = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code() == Some(2) && err.contains("cannot write the output"), "{arguments:?}: {err}");
    }
}
