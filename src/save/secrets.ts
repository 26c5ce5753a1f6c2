/**
 * Finds a conversation's secrets. The record masks most of them as `<NAME>`. Only the line that first contained a
 * password still shows it. Its value is found by comparing the line with later, masked text. Pure.
 */
import type { SessionEvent } from '../contract/index.js';
import { readConversation, type SpokenLine } from './conversation.js';

const MASKED_SECRET = /<([A-Z][A-Z\d_]*)>/g;
/** The name that a masked password has in the record. Other `<WORDS>` may be text of a page. */
const PASSWORD_NAME = 'PASSWORD';

export interface FoundSecrets {
  /** Plain values in the lines. Keys are the names of the secrets. */
  values: ReadonlyMap<string, string>;
  names: ReadonlySet<string>;
  /** Names whose value may still be in a line. */
  unknownNames: readonly string[];
}

export function findSecrets(lines: readonly SpokenLine[]): FoundSecrets {
  const values = new Map<string, string>();
  const names = new Set<string>();
  const unknownNames: string[] = [];
  for (const line of lines) {
    const texts = [line.text, ...line.replies.map(({ reply }) => reply)];
    for (const text of texts) for (const [, name] of text.matchAll(MASKED_SECRET)) names.add(name!);
    for (const { action, target, evidence } of line.actions) {
      if (action.intent !== 'textInput') continue;
      const name = /^<([A-Z][A-Z\d_]*)>$/.exec(action.text)?.[1];
      if (name === undefined || (name !== PASSWORD_NAME && target?.attributes['type'] !== 'password'))
        continue;
      names.add(name);
      if (texts.some((text) => text.includes(`<${name}>`)) || values.has(name)) continue;
      const maskedTexts = [evidence?.query, evidence?.step].filter((text) => text !== undefined);
      const value = texts.map((text) => findValue(text, name, maskedTexts)).find((found) => found !== null);
      if (value) values.set(value, name);
      else if (!unknownNames.includes(name)) unknownNames.push(name);
    }
  }
  return { values, names, unknownNames: unknownNames };
}

/** Finds the substring that later, masked texts show as `<NAME>`. */
function findValue(text: string, name: string, maskedTexts: readonly string[]): string | null {
  for (const maskedText of maskedTexts) {
    const index = maskedText.indexOf(`<${name}>`);
    if (index < 0) continue;
    const escape = (part: string): string => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const [before, after] = [maskedText.slice(0, index), maskedText.slice(index + name.length + 2)];
    const match = new RegExp(`${escape(before)}(\\S+?)${escape(after)}(?=[\\s,.;!]|$)`, 'iu').exec(text)?.[1];
    if (match && /\w/.test(before + after)) return match.replace(/^["“']|["”']$/gu, '');
  }
  const word = PASSWORD_PHRASES.map((phrase) => phrase.exec(text)?.[1]).find((word) => word !== undefined);
  return word !== undefined && !/^(?:field|box|and|is|for|into|in|to|as|the|of|with)$/i.test(word)
    ? word
    : null;
}

/** “x7 as the password”, “type x7 into the password field”, “password: x7”. */
const PASSWORD_PHRASES = [
  /(?:^|\s)["“']?([^\s"“”']+)["”']? as (?:the |my |a )?pass ?(?:word|code|phrase)/iu,
  /(?:^|\s)["“']?([^\s"“”']+)["”']? (?:in|into|in to) (?:the |my )?pass ?(?:word|code|phrase)/iu,
  /\bpass ?(?:word|code|phrase)(?: is| =|:| to| with)? ["“']?([^\s"“”']*[^\s"“”',.;])/iu,
];

/** Replaces values and `<NAME>` with `{{secret.NAME}}`. */
export function insertSecretNames(text: string, { values, names }: FoundSecrets): string {
  let result = text;
  for (const [value, name] of values) result = result.replaceAll(value, `{{secret.${name}}}`);
  return result.replace(MASKED_SECRET, (mask, name: string) =>
    names.has(name) ? `{{secret.${name}}}` : mask,
  );
}

/** Masks passwords in instructor lines that were recorded before the password was known. */
export function maskSpokenPasswords(events: readonly SessionEvent[]): SessionEvent[] {
  const { values } = findSecrets(readConversation(events)?.lines ?? []);
  if (values.size === 0) return [...events];
  const mask = (text: string): string =>
    [...values].reduce((masked, [value, name]) => masked.replaceAll(value, `<${name}>`), text);
  return events.map((event) => (event.type === 'say' ? { ...event, text: mask(event.text) } : event));
}
