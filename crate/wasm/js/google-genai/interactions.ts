// Interactions: functions are declared as flat tools, calls are steps, and the service keeps the conversation.

import { transform, transformSchema } from "../index.js";
import { type OnIssues, attempt, tell, tellLost, tellRequest } from "../issues.js";
import { overlay } from "../overlay.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions, Transformed } from "../types.js";
import { KnownNames, Names } from "./names.js";

/** The used members of `interactions` (`@google/genai` 2.32.0 and 3.3.0). */
interface Interactions {
  create(params: object, ...more: unknown[]): Promise<object>;
  get(...args: unknown[]): Promise<object>;
  cancel(...args: unknown[]): Promise<object>;
}

/** The used members of `agents`, to which interactions can be addressed. */
interface Agents {
  create(params?: object | null, ...more: unknown[]): Promise<object>;
  get(...args: unknown[]): Promise<object>;
  list(...args: unknown[]): Promise<{ agents?: object[] }>;
}

/** The used members of `triggers`, which create interactions later. */
interface Triggers {
  create(params: { interaction?: object }, ...more: unknown[]): Promise<object>;
}

/**
 * Makes a client create interactions, agents and triggers with lowered functions and response schemas, and return calls
 * of its interactions and agents with the original names of functions. Nothing is encoded, since a later turn may refer to
 * an earlier one by its id alone, and little has to change: parameters are JSON Schema there (PyPI google-genai 3.6.1,
 * `interactions/function.py`).
 */
export function withInteractions(ai: object, options: RequestOptions, onIssues: OnIssues): void {
  const service = new Service(options, onIssues);
  replace(ai, "interactions", (own: Interactions) => ({
    async create(params, ...more) {
      const { fitted, names } = service.fit(params);
      return service.restore(await own.create(fitted, ...more), names);
    },
    get: async (...args) => service.read(await own.get(...args), args[0]),
    cancel: async (...args) => service.read(await own.cancel(...args), args[0]),
  }));
  replace(ai, "agents", (own: Agents) => ({
    async create(params, ...more) {
      const { fitted, names } = service.fitKept(params ?? {});
      return service.restore(await own.create(params && fitted, ...more), names);
    },
    get: async (...args) => service.read(await own.get(...args), args[0]),
    async list(...args) {
      const answer = await own.list(...args);
      const agents = answer.agents?.map((agent: { id?: string }) => service.read(agent, agent.id));
      return agents ? { ...answer, agents } : answer;
    },
  }));
  replace(ai, "triggers", (own: Triggers) => ({
    create: (params, ...more) =>
      own.create(params.interaction ? { ...params, interaction: service.fitKept(params.interaction).fitted } : params, ...more),
  }));
}

/**
 * Overlays what a getter of the client returns, on first access only: some getters print that they are experimental.
 */
function replace<Part extends object>(ai: object, name: string, members: (own: Part) => Partial<Part>): void {
  if (!(name in ai)) return;
  let part: Part | undefined;
  const made = (own: Part) => overlay(own, members(own));
  const get = () => (part ??= made(Reflect.get(Object.getPrototypeOf(ai), name, ai)));
  Object.defineProperty(ai, name, { get, configurable: true });
}

/** A tool. */
interface Tool {
  type?: string;
  name?: string;
  parameters?: JsonObject;
}

const isFunction = ({ type }: Tool): boolean => type === "function";

/** What is sent to the service, and what it answers. */
class Service {
  readonly #options: RequestOptions;
  readonly #onIssues: OnIssues;
  readonly #known = new KnownNames();

  constructor(given: RequestOptions, onIssues: OnIssues) {
    this.#options = { ...given, target: "gemini-json-schema", mode: "drop-in" };
    this.#onIssues = onIssues;
  }

  /** Normalizes the parameters with which an interaction or an agent is created. */
  fit(params: any): { fitted: any; names: Names } {
    const { tools, response_format: format, input, generation_config: config } = params;
    const names = new Names(this.#known.get(params.agent), this.#known.get(params.previous_interaction_id));
    const allowed = config?.tool_choice?.allowed_tools;
    const fitted = { ...params };
    if (tools) fitted.tools = this.#tools(tools, names);
    if (Array.isArray(format)) fitted.response_format = format.map((one) => this.#format(one));
    else if (format) fitted.response_format = this.#format(format);
    if (Array.isArray(input)) {
      const found = input.map((step) => withFound(step, (tools) => this.#tools(tools, names)));
      fitted.input = found.map((step) => renamed(step, names.declared));
    }
    if (allowed?.tools) {
      const tools = allowed.tools.map((name: string) => renamedTo(name, names.declared));
      const tool_choice = { ...config.tool_choice, allowed_tools: { ...allowed, tools } };
      fitted.generation_config = { ...config, tool_choice };
    }
    return { fitted, names };
  }

  /** The same for agents and triggers, whose calls also reach clients that do not know these names: that is reported. */
  fitKept(params: any): { fitted: any; names: Names } {
    const fit = this.fit(params);
    tellLost(this.#onIssues, fit.names.renamed);
    return fit;
  }

  /** Restores the names of functions in what is read of an interaction or agent that was created before. */
  read(answer: any, id: unknown): any {
    return this.restore(answer, this.#known.get(id) ?? new Names());
  }

  /** Restores the names of functions in an interaction, or in the stream of its events, and remembers them by its id. */
  restore(answer: any, names: Names): any {
    if (names.renamed.length === 0) return answer;
    if (typeof answer?.[Symbol.asyncIterator] !== "function") return this.#restored(answer, names);
    const restored = (event: any) => ({
      ...event,
      ...(event.step && { step: renamed(event.step, names.own) }),
      ...(event.delta && { delta: renamed(event.delta, names.own) }),
      ...(event.interaction && { interaction: this.#restored(event.interaction, names) }),
    });
    if (answer instanceof ReadableStream) {
      const events = new TransformStream({ transform: (event, controller) => controller.enqueue(restored(event)) });
      // The stream keeps the client's own class.
      return Object.setPrototypeOf(answer.pipeThrough(events), Object.getPrototypeOf(answer));
    }
    async function* events() {
      for await (const event of answer) yield restored(event);
    }
    return overlay(answer, { [Symbol.asyncIterator]: events });
  }

  #restored(interaction: any, names: Names): any {
    const { id, steps, input, tools } = interaction ?? {};
    this.#known.add(id, names);
    if (![steps, input, tools].some(Array.isArray)) return interaction;
    const withOwn = (steps: any[]) => steps.map((step) => renamed(step, names.own));
    return {
      ...interaction,
      ...(Array.isArray(steps) && { steps: withOwn(steps) }),
      ...(Array.isArray(input) && { input: withOwn(input) }),
      ...(Array.isArray(tools) && { tools: tools.map((tool) => named(tool, names.own)) }),
    };
  }

  #tools(tools: Tool[], names: Names): Tool[] {
    const all = tools.flatMap((tool) => (isFunction(tool) ? [tool] : this.#searching(tool, names)));
    return all.some(isFunction) ? this.#functions(all, names) : all;
  }

  /** A tool that is not a function. If the client runs a tool search, it has the name and parameters of one. */
  #searching(tool: Tool, names: Names): Tool[] {
    const { type, name, parameters } = tool;
    if (type !== "tool_search") return [tool];
    if (name !== undefined) return this.#functions([{ ...tool, type: "function" }], names).map((fit) => ({ ...fit, type }));
    return [parameters ? { ...tool, parameters: this.#schema(parameters, "arguments") } : tool];
  }

  /** Normalizes the functions of a list, whose other tools are kept. */
  #functions(list: Tool[], names: Names): Tool[] {
    const same: Transformed<Tool[]> = { kind: null, readAs: "", output: list, tools: [], issues: [] };
    const work = () => transform(list, { ...this.#options, emit: "same" }) as Transformed<Tool[]>;
    const fit = attempt(this.#onIssues, { direction: "request" }, same, work);
    tellRequest(this.#onIssues, fit);
    names.add(fit.tools.map(({ name, codec }) => ({ name, declared: codec.declared ?? name })));
    return fit.output ?? list;
  }

  #format(format: { schema?: JsonObject }): object {
    return format.schema ? { ...format, schema: this.#schema(format.schema, "response") } : format;
  }

  #schema(given: JsonObject, role: "arguments" | "response"): JsonObject {
    const info = { direction: "request" } as const;
    const { onError, ...options } = this.#options;
    const work = () => transformSchema(given, { ...options, role, typeCase: "lower" });
    const { schema, issues } = attempt(this.#onIssues, info, { schema: given, issues: [] }, work);
    tell(this.#onIssues, issues, info);
    return schema;
  }
}

const renamedTo = (name: string, names: Map<string, string>): string => names.get(name) ?? name;

/** The object with its other name, if it has one. */
function named<Named extends { name?: string }>(it: Named, names: Map<string, string>): Named {
  return it.name === undefined ? it : { ...it, name: renamedTo(it.name, names) };
}

/** A step in which the tools that a search has found are changed. */
function withFound(step: any, change: (tools: Tool[]) => Tool[]): any {
  const isResult = step?.type === "tool_search_result" && Array.isArray(step.result);
  return isResult ? { ...step, result: change(step.result) } : step;
}

/** A step, or an update to one, with its functions renamed (PyPI google-genai 3.6.1, `interactions/toolsearch….py`). */
function renamed(step: any, names: Map<string, string>): any {
  if (step?.type === "function_call" || step?.type === "function_result") return named(step, names);
  const called = step?.type === "tool_search_call" && step.arguments?.function_names;
  if (!Array.isArray(called)) return withFound(step, (tools) => tools.map((tool) => named(tool, names)));
  const function_names = called.map((name) => renamedTo(name, names));
  return { ...step, arguments: { ...step.arguments, function_names } };
}
