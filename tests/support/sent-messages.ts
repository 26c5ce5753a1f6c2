/** Reads the messages of a model request in either protocol. */
import type { ModelRequest } from './fake-model-server.js';

export interface SentMessage {
  role: string;
  text: string;
  imageCount: number;
}

/** Lists the messages; the system prompt comes first. */
export function readMessages({ body }: ModelRequest): SentMessage[] {
  const messages = body['messages'] as { role: string; content: unknown }[];
  const system = body['system'];
  return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages].map(
    ({ role, content }) => {
      const parts = (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as {
        type: string;
        text?: string;
      }[];
      return {
        role,
        text: parts.flatMap(({ text }) => text ?? []).join('\n'),
        imageCount: parts.filter(({ type }) => type !== 'text').length,
      };
    },
  );
}
