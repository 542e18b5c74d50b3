// As in a browser that is older than `Uint8Array.fromBase64`.
delete Uint8Array.fromBase64;
delete globalThis.Buffer;
await import("./main.js");
