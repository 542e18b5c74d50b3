import { check } from "../../check.js";

export const runtime = "edge";
export const dynamic = "force-dynamic";
export const GET = async () => new Response(await check());
