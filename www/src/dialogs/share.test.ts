import { expect, test } from "vitest";
import { isLoopback } from "./Share";

test("links of a page that this machine serves are for it alone", () => {
  for (const host of ["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBe(true);
  for (const host of ["example.org", "localhost.example.org", "127.example.org", "192.168.0.1", ""])
    expect(isLoopback(host), host).toBe(false);
});
