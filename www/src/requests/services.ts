// How programs reach the Gemini API and Vertex AI; the rest of a request is the same for both. Vertex AI knows the
// caller by a Google account, and needs a project.

import { quoted } from "../recognize/value/shell";

export interface Service {
  /** The URL that a model answers at, as a word of a shell command. */
  url(model: string): string;
  /** The header that authorizes the request, as a word of a shell command. */
  header: string;
  /** The argument of `new GoogleGenAI`. */
  genai: string;
  /** An import, and the expression that makes a model of a name, which is a literal. */
  langchain: { imports: string; model(name: string): string };
  /** The same, with what the expression needs. */
  aiSdk: { imports: string; setup: string; model(name: string): string };
  python: { imports: string; client: string };
}

export const GEMINI: Service = {
  url: (model) => quoted(`https://generativelanguage.googleapis.com/v1beta/${path(model, "models")}:generateContent`),
  header: '"x-goog-api-key: $GEMINI_API_KEY"',
  genai: "{ apiKey: process.env.GEMINI_API_KEY }",
  langchain: {
    imports: 'import { ChatGoogleGenerativeAI } from "@langchain/google-genai";',
    model: (name) => `new ChatGoogleGenerativeAI({ model: ${name} })`,
  },
  aiSdk: {
    imports: 'import { google } from "@ai-sdk/google";',
    setup: "",
    model: (name) => `google(${name})`,
  },
  python: { imports: "", client: "genai.Client()  # reads GEMINI_API_KEY" },
};

/** Another location has another host. */
const LOCATION = "global";
const PROJECT = "process.env.GOOGLE_CLOUD_PROJECT";

export const VERTEX: Service = {
  url: (model) =>
    quoted("https://aiplatform.googleapis.com/v1/projects/") +
    '"$GOOGLE_CLOUD_PROJECT"' +
    quoted(`/locations/${LOCATION}/${path(model, "publishers/google/models")}:generateContent`),
  header: '"Authorization: Bearer $(gcloud auth print-access-token)"',
  genai: `{ vertexai: true, project: ${PROJECT}, location: "${LOCATION}" }`,
  langchain: {
    imports: 'import { ChatVertexAI } from "@langchain/google-vertexai";',
    model: (name) => `new ChatVertexAI({
  model: ${name},
  location: "${LOCATION}",
  authOptions: { projectId: ${PROJECT} },
})`,
  },
  aiSdk: {
    imports: 'import { createVertex } from "@ai-sdk/google-vertex";',
    setup: `const vertex = createVertex({ project: ${PROJECT}, location: "${LOCATION}" });\n`,
    model: (name) => `vertex(${name})`,
  },
  python: {
    imports: "import os\n",
    client: `genai.Client(vertexai=True, project=os.environ["GOOGLE_CLOUD_PROJECT"], location="${LOCATION}")`,
  },
};

/** The path of a model, each segment of it encoded; a name by itself is in the folder. */
const path = (model: string, folder: string): string =>
  (model.includes("/") ? model : `${folder}/${model}`).split("/").map(encodeURIComponent).join("/");
