//! Names like one that is not known.

use strsim::jaro_winkler;

/// How alike a name is that is suggested.
const ALIKE: f64 = 0.85;
/// The most names that are suggested.
const MOST: usize = 3;

/// The names that are like it, the most similar first.
pub(crate) fn alike<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let likeness = |name: &str| jaro_winkler(&name.to_lowercase(), &what.to_lowercase());
    let mut alike: Vec<(f64, &str)> = names.map(|name| (likeness(name), name)).collect();
    alike.retain(|(likeness, name)| *likeness >= ALIKE && *name != what);
    alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    alike.into_iter().take(MOST).map(|(_, name)| name).collect()
}
