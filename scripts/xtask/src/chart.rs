//! Bar charts as SVG, readable in light and in dark, and by a screen reader.

use std::fmt::Write as _;

use crate::Outcome;

const WIDTH: usize = 720;
/// The width of a character, rounded up.
const CHARACTER: usize = 7;
/// Room for the figure after the longest bar.
const FIGURES: usize = 130;
const BAR: usize = 14;
const GAP: usize = 12;
const HEAD: usize = 52;

const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#17202c}.quiet{fill:#536072}.title{font-weight:600;font-size:14px}\
.s0{fill:#0b5cad}.s1{fill:#e69f00}.s2{fill:#009e73}\
@media(prefers-color-scheme:dark){text{fill:#e3e9f1}.quiet{fill:#9aa8bb}.s0{fill:#74b3f5}.s1{fill:#f0b849}.s2{fill:#4cc9a4}}";

/// Bars in groups: each group has a label, and a bar for each series.
pub(crate) struct Chart {
    pub(crate) title: &'static str,
    pub(crate) series: Vec<&'static str>,
    pub(crate) groups: Vec<Group>,
}

pub(crate) struct Group {
    pub(crate) label: String,
    /// For each series, the length and the figure after the bar; `None` if the series has no bar here.
    pub(crate) bars: Vec<Option<(f64, String)>>,
}

impl Chart {
    pub(crate) fn svg(&self) -> Outcome<String> {
        let longest =
            self.groups.iter().flat_map(|group| &group.bars).flatten().map(|(value, _)| *value).fold(0.0, f64::max);
        let labels = self.labels();
        let mut body = String::new();
        let mut y = HEAD;
        for group in &self.groups {
            let bars: Vec<(usize, &(f64, String))> =
                group.bars.iter().enumerate().filter_map(|(series, bar)| Some((series, bar.as_ref()?))).collect();
            let middle = y + (bars.len() * BAR) / 2 + 5;
            writeln!(
                body,
                r#"<text x="{}" y="{middle}" text-anchor="end">{}</text>"#,
                labels - 10,
                text(&group.label)
            )?;
            for (series, (value, figure)) in bars {
                let (length, base) = (length(*value / longest, WIDTH - labels - FIGURES), y + 11);
                writeln!(
                    body,
                    r#"<rect class="s{series}" x="{labels}" y="{y}" width="{length}" height="{}" rx="2"/>"#,
                    BAR - 3
                )?;
                writeln!(
                    body,
                    r#"<text class="quiet" x="{}" y="{base}">{}</text>"#,
                    labels + length + 6,
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
            text(&self.summary()),
            self.head()?
        ))
    }

    /// The x coordinate at which bars begin.
    fn labels(&self) -> usize {
        self.groups.iter().map(|group| group.label.chars().count()).max().unwrap_or_default() * CHARACTER + 20
    }

    /// The title and, for several series, the legend.
    fn head(&self) -> Outcome<String> {
        let mut head = format!("<text class=\"title\" x=\"0\" y=\"16\">{}</text>\n", text(self.title));
        if self.series.len() < 2 {
            return Ok(head);
        }
        let mut x = self.labels();
        for (index, name) in self.series.iter().enumerate() {
            writeln!(head, r#"<rect class="s{index}" x="{x}" y="28" width="11" height="11" rx="2"/>"#)?;
            writeln!(head, r#"<text class="quiet" x="{}" y="38">{}</text>"#, x + 16, text(name))?;
            x += CHARACTER * name.len() + 40;
        }
        Ok(head)
    }

    /// The figures as text, for screen readers.
    fn summary(&self) -> String {
        let bars = |group: &Group| {
            let named = group.bars.iter().zip(&self.series);
            let figures = named.filter_map(|(bar, name)| Some(format!("{name} {}", bar.as_ref()?.1)));
            format!("{}: {}.", group.label, figures.collect::<Vec<_>>().join(", "))
        };
        self.groups.iter().map(bars).collect::<Vec<_>>().join(" ")
    }
}

/// In whole pixels, at least one for a positive share.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "pixels")]
fn length(share: f64, room: usize) -> usize {
    let room = room as f64;
    if share > 0.0 { (share * room).ceil() as usize } else { 0 }
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
            series: vec!["one", "other"],
            groups: vec![
                Group { label: "a".to_owned(), bars: vec![bar(1.0), bar(2.0)] },
                Group { label: "b".to_owned(), bars: vec![bar(0.0), None] },
            ],
        };
        let svg = chart.svg()?;
        assert!(svg.contains("<desc id=\"desc\">a: one 1 %, other 2 %. b: one 0 %.</desc>"));
        assert!(svg.contains("<title id=\"title\">a &lt; b</title>"));
        let bars = svg.lines().filter(|line| line.starts_with("<rect")).skip(2);
        let widths: Vec<&str> = bars.filter_map(|line| line.split("width=\"").nth(1)?.split('"').next()).collect();
        assert_eq!(widths, ["282", "563", "0"]);
        Ok(())
    }
}
