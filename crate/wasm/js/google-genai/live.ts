// Live sessions: tools are declared when the session starts, calls arrive as messages, and responses are sent by name.

import type { OnIssues } from "../issues.js";
import { overlay } from "../overlay.js";
import type { RequestOptions } from "../types.js";
import { replaceMethod } from "./copy.js";
import { Declarations, type FunctionCall } from "./declarations.js";

/** The used members of `live` (`@google/genai` 2.32.0). */
export interface Live {
  connect(params: any): Promise<any>;
}

interface Message {
  toolCall?: { functionCalls?: FunctionCall[] };
}

/** Makes `connect` open sessions whose tools are lowered, whose calls are restored, and whose history is encoded. */
export function withSessions(live: Live, options: RequestOptions, onIssues: OnIssues): void {
  replaceMethod(live, "connect", (connect) => async (params: any) => {
    const { model, config, callbacks } = params;
    const declarations = new Declarations({ target: "auto", surface: "live", model, ...options }, onIssues);
    const given: any[] = config?.tools ?? [];
    const tools = declarations.declare(await Promise.all(given.map((tool) => ("callTool" in tool ? tool.tool() : tool))));
    const onmessage = (message: Message) => {
      const { toolCall } = message;
      if (toolCall?.functionCalls) toolCall.functionCalls = toolCall.functionCalls.map((call) => declarations.restore(call));
      callbacks.onmessage(message);
    };
    const session = await connect({
      ...params,
      callbacks: overlay(callbacks, { onmessage }),
      ...(given.length > 0 && { config: { ...config, tools } }),
    });
    return sending(session, declarations);
  });
}

/** The session, whose methods accept original calls and tools, and encode them for the model. */
function sending(session: any, declarations: Declarations): unknown {
  return overlay(session, {
    sendClientContent: (content: any) =>
      session.sendClientContent(content?.turns ? { ...content, turns: declarations.history(content.turns) } : content),
    sendToolResponse(answer: any) {
      const parts = [answer?.functionResponses ?? []].flat().map((functionResponse) => ({ functionResponse }));
      const functionResponses = declarations.turn(parts).map(({ functionResponse }) => functionResponse);
      session.sendToolResponse(parts.length > 0 ? { ...answer, functionResponses } : answer);
    },
    sendContextUpdate(update: any) {
      const tools = update?.tools?.tools;
      session.sendContextUpdate(tools ? { ...update, tools: { tools: declarations.declare(tools) } } : update);
    },
  });
}
