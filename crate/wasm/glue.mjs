// Changes to the code that wasm-bindgen generates.

const GENERATED = /\/pkg\/lapidary_wasm\.js$/;
/** The code that writes text into the engine's memory. */
const WRITING = /let len = arg\.length;\n.*?WASM_VECTOR_LEN = offset;/s;

/**
 * wasm-bindgen writes text letter by letter as long as it is ASCII, which takes up to three nanoseconds a letter;
 * `encodeInto`, which it uses for what follows, takes a tenth of that.
 */
const ENCODING = `let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;
    let { read, written } = cachedTextEncoder.encodeInto(arg, getUint8ArrayMemory0().subarray(ptr, ptr + len));
    if (read < len) {
        const rest = arg.slice(read);
        ptr = realloc(ptr, len, len = written + rest.length * 3, 1) >>> 0;
        written += cachedTextEncoder.encodeInto(rest, getUint8ArrayMemory0().subarray(ptr + written, ptr + len)).written;
        ptr = realloc(ptr, len, written, 1) >>> 0;
    }
    WASM_VECTOR_LEN = written;`;

/** A Rolldown plugin that replaces this code. */
export const encodeInto = {
  name: "encode-into",
  transform(code, id) {
    if (!GENERATED.test(id)) return undefined;
    if (!WRITING.test(code)) throw new Error("wasm-bindgen writes text in another way: look at glue.mjs");
    return code.replace(WRITING, () => ENCODING);
  },
};
