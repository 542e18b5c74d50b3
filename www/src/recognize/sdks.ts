// Programs in languages that the page does not read: their tools are made when they run.

import { type Format, printing, type Recognized, type Step } from "./recognized";
import { asking } from "./documents/servers";

/** Patterns that only programs with an MCP SDK contain, and how to start such a program. */
const PROGRAMS: { is: RegExp; language: string; start: string }[] = [
  { is: /\bmcp\.(?:NewTool|AddTool|WithString|WithObject)\(|&?mcp\.Tool\{/, language: "Go", start: "go run ." },
  { is: /#\[tool(?:_router|_handler)?[(\]]|\bTool::new\(/, language: "Rust", start: "cargo run" },
  { is: /\[McpServerTool\b|McpServerTool\.Create\(/, language: "C#", start: "dotnet run" },
  {
    is: /\bMcpSchema\.Tool\b|@McpTool\b|\bTool\.builder\(\)|\bToolSpecification\.builder\(\)/,
    language: "Java",
    start: "java -jar server.jar",
  },
  { is: /\bserver\.addTool\(|\bTool\.Input\(/, language: "Kotlin", start: "java -jar server.jar" },
  { is: /<\s*MCP::Tool\b|\bMCP::Tool\.define\b/, language: "Ruby", start: "ruby server.rb" },
  { is: /#\[McpTool\b/, language: "PHP", start: "php server.php" },
  { is: /\.withMethodHandler\(ListTools\.self/, language: "Swift", start: "swift run" },
];

/** The same of schemas: code that only their library reads, and how it prints one. */
const SCHEMAS: { is: RegExp; language: string; print: string }[] = [
  {
    is: /#\[derive\([^)\]]*\bJsonSchema\b/,
    language: "Rust",
    print: 'println!("{}", serde_json::to_string(&schemars::schema_for!(YourType))?);',
  },
  { is: /\bFunctionDeclaration\.builder\(\)/, language: "Java", print: "System.out.println(declaration.toJson());" },
];

export const sdk: Format = (text) => {
  const program = PROGRAMS.find(({ is }) => is.test(text));
  const schema = SCHEMAS.find(({ is }) => is.test(text));
  if (program) return made(`${program.language} code whose tools are made when it runs`, asking(program.start));
  return schema && made(`${schema.language} code, which is a schema only when it runs`, printing(schema.print));
};

const made = (what: string, step: Step): Recognized => ({ what, notes: [], steps: [step] });
