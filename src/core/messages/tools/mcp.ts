/** The parts of a name that MCP adapters make, `mcp__server__tool`; `server` is empty for any other name. */
export function mcpName(name: string): { server: string; tool: string } {
  const match = /^mcp__(.+?)__([\s\S]+)$/.exec(name);
  return match === null ? { server: "", tool: name } : { server: match[1] ?? "", tool: match[2] ?? "" };
}
