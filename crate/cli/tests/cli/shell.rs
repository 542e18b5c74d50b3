use std::{collections::BTreeSet, fs};

use crate::{folder, path, run};

/// tests/packaging/shells.test.mjs runs them in the shells.
#[test]
fn completions_are_there_for_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let done = run(&format!("completions {shell}"), "");
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        for word in ["transform", "on-error"] {
            assert!(done.out.contains(word), "{word} for {shell}");
        }
    }
}

#[test]
fn each_command_has_a_page_of_the_manual() {
    let folder = folder(&[]);
    let done = run(&format!("man {}", path(&folder, "man1")), "");
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let files = fs::read_dir(folder.path().join("man1")).expect("a folder");
    let files: BTreeSet<String> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("a name")).collect();

    let program = run("man", "").out;
    assert_eq!(program, fs::read_to_string(folder.path().join("man1/lapidary.1")).expect("a page"));
    let named = program.lines().filter_map(|line| line.strip_prefix(r"lapidary\-")?.strip_suffix("(1)"));
    let mut pages: BTreeSet<String> = named.map(|command| format!("lapidary-{command}.1")).collect();
    assert!(pages.contains("lapidary-check.1"), "{program}");
    pages.insert("lapidary.1".to_owned());
    assert_eq!(files, pages);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder(&[("file", b"")]);
    let done = run(&format!("man {}", path(&folder, "file")), "");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.starts_with("lapidary: cannot write into "), "{}", done.err);
}
