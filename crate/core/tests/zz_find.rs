use lapidary::*;
#[test]
fn find() {
    let text = std::fs::read_to_string(std::env::var("FIND").unwrap()).unwrap();
    for target in TARGETS {
        for mode in [Mode::DropIn, Mode::RoundTrip] {
            let at = std::time::Instant::now();
            let out = transform(&text, &Options { target: **target, mode, ..Options::default() });
            println!("{} {:?} {} {:?}", target.id, mode, out.output.unwrap_or_default().len(), at.elapsed());
        }
    }
}
