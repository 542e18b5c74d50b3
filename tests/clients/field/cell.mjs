// One cell of the table: every tool of a server, called through a client in one of the ways.

import { isDeepStrictEqual } from "node:util";

import { transformMcpToolsForGemini } from "../../../crate/wasm/dist/index.js";
import { withLapidary } from "../../../crate/wasm/dist/mcp.js";

const silent = { onIssues: () => {} };
const same = (given) => given;

/**
 * The ways to use a client: `change` converts the tools before the client gets them, `wrap` wraps the client, `ours`
 * uses the integration, `gateway` and `proxy` insert that program. `promised` are the tools that must pass: all,
 * or those that pass with a clean model; `beyond` are the steps at which the client may fail on its own.
 */
export const WAYS = {
  original: {},
  upstream: { change: transformMcpToolsForGemini },
  "lapidary/mcp": { wrap: (client) => withLapidary(client, silent), promised: "neat" },
  downstream: { ours: true, promised: "all" },
  gateway: { gateway: true, promised: "neat", beyond: ["before the request", "at the server's answer"] },
  proxy: { proxy: true, promised: "neat", beyond: ["at the server's answer"] },
};
const NEATLY = 0;
/** A clean model, and two that draw at random, with null for members that they omit and 5.0 for 5. */
const SEEDS = [NEATLY, 2, 3];
const SECONDS = 20;
/** Errors of servers that reject the arguments, unlike those about the task itself. */
const REFUSALS =
  /-32602|Input validation error|Invalid arguments|validation errors? for|ZodError|Invalid input|"code": "(invalid|unrecognized|too)_/;

/**
 * @typedef {{ tool: string, cause?: string, neat?: boolean }} Outcome a tool, and why it failed if it did; `neat` where
 *   only arguments that were drawn at will made it fail; `where` if the server's answer was not come to, or not read.
 * @returns {Promise<Outcome[]>}
 */
export async function cell({ way, host, client, connection, gemini, url, server, facts, tools }) {
  const { change = same, wrap = same, ours = false } = WAYS[way];
  connection.change = change;
  let ask;
  try {
    ask = await host.open(wrap(client), url, ours);
  } catch (error) {
    return tools.map((tool) => ({ tool, cause: thrown(error), where: "before the request" }));
  }
  const outcomes = [];
  for (const tool of tools) {
    const outcome = await tried({ ask, connection, gemini, tool, orders: orders(tool, server, facts) });
    if (outcome.whole) return tools.map((tool) => ({ tool, cause: outcome.cause, where: outcome.where }));
    outcomes.push({ tool, ...outcome });
  }
  return outcomes;
}

/** The prompts of the user, which call the tool in several ways, the clean ones first. */
function orders(tool, { wanted = {}, unsaid = {} }, facts) {
  const given = wanted[tool] ?? unsaid[tool];
  const asked = given ? [{ text: `call ${tool} with ${JSON.stringify(given)}`, neat: true, given }] : [];
  const drawn = SEEDS.map((seed) => ({
    text: `call ${tool} #${seed} using ${JSON.stringify(facts)}`,
    neat: seed === NEATLY,
  }));
  return unsaid[tool] ? asked : [...asked, ...drawn];
}

/** The first failure of a tool; `whole` where no other tool of the same request could do better. */
async function tried({ ask, connection, gemini, tool, orders }) {
  for (const { text, neat, given } of orders) {
    connection.forget();
    await gemini.forget();
    const complaint = await Promise.race([ask(text).catch((error) => ({ error })), later()]);
    const outcome = judged({ call: connection.calls[0], requests: await gemini.requests(), complaint, tool, given });
    if (outcome) return { ...outcome, neat: !neat };
  }
  return {};
}

function judged({ call, requests, complaint, tool, given }) {
  const refused = requests.find(({ error }) => error);
  if (refused && call) return { cause: `response rejected: ${refused.error}` };
  if (refused) return { cause: `request rejected: ${refused.error}`, whole: true, where: "at the request" };
  if (!call) {
    const unsent = requests.length === 0 && { whole: true, where: "before the request" };
    return { cause: thrown(complaint?.error ?? complaint ?? "no call"), ...unsent };
  }
  if (call.name !== tool) return { cause: `called by another name: ${call.name}` };
  const refusal = refusalOf(call.answer);
  if (refusal) return { cause: `server rejected the arguments: ${refusal}` };
  if (complaint?.error && !failed(call.answer)) {
    return { cause: thrown(complaint.error), where: "at the server's answer" };
  }
  if (given && !isDeepStrictEqual(call.arguments, given)) {
    return { cause: `called otherwise than asked: ${JSON.stringify(call.arguments)}` };
  }
  return undefined;
}

const thrown = (error) => `client: ${error?.message ?? error}`;

const failed = (answer) => answer.error || answer.result.isError;

/** The error of a server about the arguments, if any. */
function refusalOf(answer) {
  if (!answer) return "no answer";
  const said = answer.error
    ? `${answer.error.code} ${answer.error.message}`
    : answer.result.isError && answer.result.content.map(({ text }) => text).join(" ");
  return said && REFUSALS.test(said) ? said : undefined;
}

const later = () =>
  new Promise((resolve) => {
    setTimeout(resolve, SECONDS * 1000, { error: new Error(`no end in ${SECONDS} seconds`) }).unref();
  });
