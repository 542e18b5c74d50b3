//! Bar charts as SVG, readable in light and in dark, and by a screen reader.

use std::fmt::Write as _;

use crate::Outcome;

const WIDTH: usize = 720;
const LABELS: usize = 220;
/// Room for the figure behind the longest bar.
const FIGURES: usize = 130;
const BAR: usize = 14;
const GAP: usize = 12;
const HEAD: usize = 52;

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#17202c}.quiet{fill:#536072}.title{font-weight:600;font-size:14px}\
.s0{fill:#0b5cad}.s1{fill:#e69f00}.s2{fill:#009e73}\
@media(prefers-color-scheme:dark){text{fill:#e3e9f1}.quiet{fill:#9aa8bb}.s0{fill:#74b3f5}.s1{fill:#f0b849}.s2{fill:#4cc9a4}}";

/// Bars in groups: each group has a label, and a bar for each series.
pub(crate) struct Chart<'c> {
    pub(crate) title: &'c str,
    /// What the chart says, for those who do not see it.
    pub(crate) summary: String,
    pub(crate) series: &'c [&'c str],
    pub(crate) groups: Vec<Group>,
    /// Where a bar ends that fills its room.
    pub(crate) full: f64,
}

pub(crate) struct Group {
    pub(crate) label: String,
    /// For each series the length, and the figure that stands behind the bar; `None` where there is none.
    pub(crate) bars: Vec<Option<(f64, String)>>,
}

impl Chart<'_> {
    pub(crate) fn svg(&self) -> Outcome<String> {
        let mut body = String::new();
        let mut y = HEAD;
        for group in &self.groups {
            let bars: Vec<(usize, &(f64, String))> =
                group.bars.iter().enumerate().filter_map(|(series, bar)| Some((series, bar.as_ref()?))).collect();
            let middle = y + (bars.len() * BAR) / 2 + 5;
            writeln!(
                body,
                r#"<text x="{}" y="{middle}" text-anchor="end">{}</text>"#,
                LABELS - 10,
                text(&group.label)
            )?;
            for (series, (value, figure)) in bars {
                let (length, base) = (self.length(*value), y + 11);
                writeln!(
                    body,
                    r#"<rect class="s{series}" x="{LABELS}" y="{y}" width="{length}" height="{}" rx="2"/>"#,
                    BAR - 3
                )?;
                writeln!(
                    body,
                    r#"<text class="quiet" x="{}" y="{base}">{}</text>"#,
                    LABELS + length + 6,
                    text(figure)
                )?;
                y += BAR;
            }
            y += GAP;
        }
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" height=\"{y}\" \
             role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
             <style>{STYLE}</style>\n{}{body}</svg>\n",
            text(self.title),
            text(&self.summary),
            self.head()?
        ))
    }

    /// The title, and which colour is which series.
    fn head(&self) -> Outcome<String> {
        let mut head = format!("<text class=\"title\" x=\"0\" y=\"16\">{}</text>\n", text(self.title));
        if self.series.len() < 2 {
            return Ok(head);
        }
        let mut x = LABELS;
        for (index, name) in self.series.iter().enumerate() {
            writeln!(head, r#"<rect class="s{index}" x="{x}" y="28" width="11" height="11" rx="2"/>"#)?;
            writeln!(head, r#"<text class="quiet" x="{}" y="38">{}</text>"#, x + 16, text(name))?;
            x += 16 + 8 * name.len() + 16;
        }
        Ok(head)
    }

    /// In whole pixels; what is not nothing is seen.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "pixels")]
    fn length(&self, value: f64) -> usize {
        let room = (WIDTH - LABELS - FIGURES) as f64;
        if value <= 0.0 { 0 } else { ((value / self.full).min(1.0) * room).ceil() as usize }
    }
}

fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() -> Outcome {
        let bar = |value: f64| Some((value, format!("{value} %")));
        let chart = Chart {
            title: "a < b",
            summary: "b is twice a".to_owned(),
            series: &["one", "other"],
            groups: vec![
                Group { label: "a".to_owned(), bars: vec![bar(1.0), bar(2.0)] },
                Group { label: "b".to_owned(), bars: vec![bar(0.0), None] },
            ],
            full: 2.0,
        };
        let svg = chart.svg()?;
        assert!(svg.contains("<title id=\"title\">a &lt; b</title>"));
        let widths: Vec<&str> =
            svg.lines().filter(|line| line.contains("x=\"220\" y=\"") && line.contains("height=\"11\" rx")).collect();
        let widths: Vec<&str> =
            widths.iter().skip(1).filter_map(|line| line.split("width=\"").nth(1)?.split('"').next()).collect();
        assert_eq!(widths, ["185", "370", "0"]);
        Ok(())
    }
}
