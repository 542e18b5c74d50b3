//! Documents: lists of tools in all their forms, and documents without tools.

use super::{Family, Made, each, linear};

fn document(before: &str, size: usize, pattern: &str, after: &str) -> Made {
    Made::Document([before, &each(size, pattern), after].concat())
}

const SCHEMA: &str = r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#;

/// A list of tools with schemas: `@` in the pattern is one.
fn tools(size: usize, pattern: &str) -> Made {
    document(r#"{"tools":["#, size, &pattern.replace('@', SCHEMA), "]}")
}

pub(super) const FAMILIES: &[Family] = &[
    linear("empty declarations", "declarations that say nothing", |size| {
        document(r#"{"contents":[],"tools":[{"functionDeclarations":["#, size, "{}", "]}]}")
    }),
    linear("empty tools of a request", "tools that say nothing", |size| {
        document(r#"{"contents":[],"tools":["#, size, "{}", "]}")
    }),
    linear("tools with an empty declaration each", "lists of one", |size| {
        document(r#"{"contents":[],"tools":["#, size, r#"{"functionDeclarations":[{}]}"#, "]}")
    }),
    linear("empty lists of declarations", "tools that declare nothing", |size| {
        document(r#"{"contents":[],"tools":["#, size, r#"{"functionDeclarations":[]}"#, "]}")
    }),
    linear("numbers as declarations", "declarations that are none", |size| {
        document(r#"{"contents":[],"tools":[{"functionDeclarations":["#, size, "0", "]}]}")
    }),
    linear("empty tools of a list", "tools that say nothing", |size| tools(size, "{}")),
    linear("what is no tool", "a list of everything else", |size| tools(size, r#"5,null,{},[],"t",true"#)),
    linear("named tools without a schema", "tools that take nothing", |size| tools(size, r#"{"name":"t%"}"#)),
    linear("small tools", "many tools", |size| tools(size, r#"{"name":"t%","inputSchema":@}"#)),
    linear("tools of one name", "tools that are doubled", |size| tools(size, r#"{"name":"t","inputSchema":@}"#)),
    linear("tools whose names meet", "names that are the same once they are written", |size| {
        tools(size, r#"{"name":"a b","inputSchema":@},{"name":"a/b","inputSchema":@},{"name":"a.b%","inputSchema":@}"#)
    }),
    linear("tools with results", "schemas of results", |size| {
        tools(size, r#"{"name":"t%","inputSchema":@,"outputSchema":@}"#)
    }),
    linear("tools of OpenAI that are empty", "functions that say nothing", |size| {
        document(
            r#"{"messages":[],"tools":["#,
            size,
            r#"{"type":"function","function":{}}"#,
            r#",{"type":"function","function":{"name":"t","parameters":{}}}]}"#,
        )
    }),
    linear("tools of OpenAI", "many functions", |size| {
        let one = format!(r#"{{"type":"function","function":{{"name":"t%","parameters":{SCHEMA}}}}}"#);
        document(r#"{"messages":[],"tools":["#, size, &one, "]}")
    }),
    linear("declarations as a list", "declarations by themselves", |size| {
        document("[", size, &format!(r#"{{"name":"t%","parameters":{SCHEMA}}}"#), "]")
    }),
    linear("tools a line", "a document a line", |size| {
        let one = format!(r#"{{"name":"t%","inputSchema":{SCHEMA}}}"#);
        Made::Document(each(size, &one).replace("},{\"name\"", "}\n{\"name\""))
    }),
    linear("schemas of no shape", "schemas that are none", |size| {
        tools(size, r#"{"name":"t%","inputSchema":%},{"name":"u%","inputSchema":"s"},{"name":"v%","inputSchema":[]}"#)
    }),
    linear("doubled members of a document", "one name, many values", |size| {
        document("{", size, r#""tools":[{"name":"t%"}]"#, "}")
    }),
    linear("members of a document", "members that nobody reads", |size| {
        document(r#"{"name":"t","inputSchema":{"type":"object"},"#, size, r#""m%":[%,{"a":null}]"#, "}")
    }),
    linear("a batch of messages", "messages that are read one by one", |size| {
        document("[", size, r#"{"jsonrpc":"2.0","id":%,"result":{"tools":[{"name":"t"}]}}"#, "]")
    }),
    linear("doubled members of a message", "ids that contradict each other", |size| {
        document(r#"{"jsonrpc":"2.0","result":{"tools":[]},"#, size, r#""id":%,"method":"m%""#, "}")
    }),
];
