// The built site, served from a folder below the root as any host may have it.

import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/lib/serve.mjs";
import { ROOT } from "./blocks.mjs";

export async function site() {
  const folder = mkdtempSync(join(tmpdir(), "lapidary-site-"));
  symlinkSync(join(ROOT, "www/dist"), join(folder, "below"));
  const { address, close } = await serve(folder);
  return {
    address: `${address}below/`,
    stop() {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}
