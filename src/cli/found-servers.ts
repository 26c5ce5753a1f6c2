/** Formats the model servers found on this machine, and the command that uses one of their models. */
import { resolveProvider, RECOGNISED_SERVERS, type FoundServer } from '../llm/index.js';
import { stripTerminalControls } from '../text/index.js';
import { quoteForShell } from './shell-quote.js';

/** Maximum number of models to name in a server's line. */
const MAX_NAMED_MODELS = 3;

/** Formats a server, such as `Ollama at http://127.0.0.1:11434 (qwen2.5vl:7b, llama3.2 and 4 more)`. */
export function formatServer({ name, baseUrl, models, needsKey }: FoundServer): string {
  const namedModels = models.slice(0, MAX_NAMED_MODELS);
  const otherCount = models.length - namedModels.length;
  const modelNames =
    otherCount > 0
      ? `${namedModels.join(', ')} and ${otherCount} more`
      : namedModels.join(', ') || (needsKey ? 'asks for a key' : 'no model loaded');
  return stripTerminalControls(`${name} at ${baseUrl} (${modelNames})`);
}

export const formatServers = (servers: readonly FoundServer[]): string =>
  servers.length === 0
    ? `no model server at the usual ports of ${RECOGNISED_SERVERS}`
    : servers.map(formatServer).join('; ');

/** Returns the first model that could be used; null if no server has a model. */
export function findFirstModel(
  servers: readonly FoundServer[],
): { model: string; server: FoundServer } | null {
  for (const server of servers)
    if (server.models[0] !== undefined) return { model: server.models[0], server };
  return null;
}

/** Formats the flags that select a model on a server. */
export function formatModelFlags(model: string, { baseUrl }: FoundServer): string {
  // Without the flag, a prefix in the model's name, such as `anthropic:`, would select another protocol.
  const { provider } = resolveProvider(model, baseUrl);
  const protocol = provider === 'openai' ? '' : ' --model-protocol openai';
  return stripTerminalControls(`--model ${quoteForShell(model)} --base-url ${baseUrl}${protocol}`);
}

/** Formats the hint at the start of a chat: a sentence, then a command on its own line. Null if no model was found. */
export function formatChatHint(servers: readonly FoundServer[], url: string | undefined): string | null {
  const suggestion = findFirstModel(servers);
  if (!suggestion) return null;
  const pageArgument = url === undefined ? '' : ` ${quoteForShell(url)}`;
  const { name } = suggestion.server;
  return `${name[0]!.toUpperCase()}${name.slice(1)} is running on this machine. This uses its model:\n  parley chat${pageArgument} ${formatModelFlags(suggestion.model, suggestion.server)}`;
}
