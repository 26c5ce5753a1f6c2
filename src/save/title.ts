/** Creates a saved scenario's title and file name. Pure. */
import { isQuestion } from '../dialogue/index.js';
import type { SpokenLine } from './conversation.js';
import { listContentWords } from './words.js';

const MAX_NAME_LENGTH = 70;

/**
 * Creates the scenario's name. A session that ran a scenario has its name. Otherwise the name is the first request,
 * plus the last one if both are short.
 */
export function createName(
  session: { name: string; scenario?: string },
  lines: readonly SpokenLine[],
  mask: (text: string) => string,
): string {
  if (session.scenario !== undefined) return session.name;
  const requests = lines
    .filter(({ openedUrl }) => openedUrl === undefined)
    .map(({ text }) => ({ text: toRequest(mask(text)), isAsking: isQuestion(text) }))
    .filter(({ text }) => !text.includes('{{'));
  const firstRequest = requests[0]?.text ?? 'Conversation';
  // Questions and confirmations do not describe the conversation's purpose.
  const lastRequest =
    requests.slice(1).findLast(({ text, isAsking }) => !isAsking && !/^(?:yes|no|ok|that)\b/i.test(text))
      ?.text ?? '';
  const combinedTitle = `${firstRequest}, then ${lastRequest.charAt(0).toLowerCase()}${lastRequest.slice(1)}`;
  const title = lastRequest !== '' && combinedTitle.length <= MAX_NAME_LENGTH ? combinedTitle : firstRequest;
  return title.length <= MAX_NAME_LENGTH
    ? title
    : `${title.slice(0, MAX_NAME_LENGTH).replace(/[\s,;:]+\S*$/, '')} …`;
}

/**
 * Removes a polite opening such as "please", and the final punctuation. If the text contains a secret, returns the
 * first clause before it, or "Log in" if there is none.
 */
function toRequest(text: string): string {
  const beforeSecret = text.includes('{{secret.') ? text.slice(0, text.indexOf('{{secret.')) : text;
  const clause = beforeSecret === text ? text : (/^(.{3,}?)[,;.]/.exec(beforeSecret)?.[1] ?? 'Log in');
  const request = clause
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:please|could you|can you|now|ok(?=,| ),?)\s+/i, '')
    .replace(/[.!?\s]+$/, '');
  return request.charAt(0).toUpperCase() + request.slice(1);
}

/** Creates a file name for the scenario: `search-for-jacket.scenario.yaml`. */
export function createFileName({ name }: { name: string }): string {
  const words = listContentWords(name.replace(/\{\{.*?\}\}|<[A-Z_]+>/g, '')).slice(0, 5);
  const slug = words
    .join('-')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${slug || 'conversation'}.scenario.yaml`;
}
