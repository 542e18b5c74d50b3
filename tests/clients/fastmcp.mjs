// The environment of servers that are made with FastMCP, and whose diagnostics nobody reads.

export const FASTMCP = {
  // It would ask the network for its newest version.
  FASTMCP_CHECK_FOR_UPDATES: "off",
  FASTMCP_SHOW_CLI_BANNER: "false",
  // Logging a failed call takes longer than the call.
  FASTMCP_LOG_LEVEL: "CRITICAL",
};
