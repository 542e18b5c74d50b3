//! Generated parts of hand-written pages: the text between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.

use crate::Outcome;

/// The page with this part replaced by `content`.
pub(crate) fn filled(page: &str, name: &str, content: &str) -> Outcome<String> {
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let missing = || format!("no {begin} with {end} after it");
    let (before, rest) = page.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n{content}{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_markers_changes() -> Outcome {
        let page = "# A\n\n<!-- a:begin -->\nyesterday's\n<!-- a:end -->\n\nend\n";
        let new = filled(page, "a", "today's\n")?;
        assert_eq!(new, page.replace("yesterday's", "today's"));
        assert_eq!(filled(&new, "a", "today's\n")?, new);
        assert!(filled(page, "b", "").is_err());
        assert!(filled("<!-- a:end --><!-- a:begin -->", "a", "").is_err());
        Ok(())
    }
}
