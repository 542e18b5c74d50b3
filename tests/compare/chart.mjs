// The chart beside the table, readable in light and in dark, and by a screen reader; as scripts/xtask/src/chart.rs draws.

const [WIDTH, LABELS, FIGURES, BAR, GAP, HEAD] = [720, 215, 70, 14, 10, 52];
const STYLE =
  "text{font:13px system-ui,sans-serif;fill:#17202c}.quiet{fill:#536072}.title{font-weight:600;font-size:14px}" +
  ".s0{fill:#0b5cad}.s1{fill:#e69f00}" +
  "@media(prefers-color-scheme:dark){text{fill:#e3e9f1}.quiet{fill:#9aa8bb}.s0{fill:#74b3f5}.s1{fill:#f0b849}}";
const TITLE = "Tools that Gemini accepts, and tools that are kept exactly, in percent";
const SERIES = ["accepted", "exact"];

const escaped = (text) => text.replaceAll("`", "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const text = (x, y, held, more = "") => `<text ${more}x="${x}" y="${y}">${escaped(held)}</text>`;
const bar = (series, x, y, width) => `<rect class="s${series}" x="${x}" y="${y}" width="${width}" height="11" rx="2"/>`;

export function chart({ rows }) {
  const room = WIDTH - LABELS - FIGURES;
  const body = [text(0, 16, TITLE, 'class="title" ')];
  for (const [series, name] of SERIES.entries()) {
    const x = LABELS + 110 * series;
    body.push(bar(series, x, 28, 11), text(x + 16, 38, name, 'class="quiet" '));
  }
  let y = HEAD;
  for (const row of rows) {
    body.push(text(LABELS - 10, y + BAR + 4, row.name, 'text-anchor="end" '));
    for (const [series, of] of SERIES.entries()) {
      const width = Math.ceil((row[of] * room) / 100);
      body.push(bar(series, LABELS, y, width), text(LABELS + width + 6, y + 11, row[of].toFixed(2), 'class="quiet" '));
      y += BAR;
    }
    y += GAP;
  }
  const said = rows.map((row) => `${row.name}: ${SERIES.map((of) => `${of} ${row[of].toFixed(2)}`).join(", ")}.`).join(" ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(TITLE)}</title>`,
    `<desc id="desc">${escaped(said)}</desc>`,
    `<style>${STYLE}</style>`,
    ...body,
    "</svg>",
    "",
  ].join("\n");
}
