/** Commands of the chat: lines that begin with a slash are for the terminal, never for the navigator. */
import { closest, distance } from 'fastest-levenshtein';

export const COMMANDS = {
  help: 'list these commands',
  page: 'the page as text: title, address, headings, messages, what can be used',
  shot: '[file]  save a picture of the page and print its path',
  why: '[n]  what the last decision (or the n-th last) rested on: ranking, model, its answer',
  cost: 'what the language model has cost so far',
  goto: '<address>  open a page yourself',
  back: 'one page back',
  exit: 'leave; everything is saved already',
} as const;

export type CommandName = keyof typeof COMMANDS;

export type Line =
  | { type: 'say'; text: string }
  | { type: 'command'; name: CommandName; argument: string }
  | { type: 'unknown'; message: string }
  | { type: 'empty' };

const SYNONYMS: Record<string, CommandName> = {
  quit: 'exit',
  q: 'exit',
  h: 'help',
  open: 'goto',
  screenshot: 'shot',
};

export function parseLine(raw: string): Line {
  const text = raw.trim();
  if (!text) return { type: 'empty' };
  const match = /^\/([a-z]*)(?:\s+(.*))?$/i.exec(text);
  if (!match) return { type: 'say', text };
  const word = match[1]!.toLowerCase();
  const name = word in COMMANDS ? (word as CommandName) : SYNONYMS[word];
  if (name) return { type: 'command', name, argument: (match[2] ?? '').trim() };
  const near = word ? closest(word, Object.keys(COMMANDS)) : '';
  const hint = near && distance(word, near) <= 2 ? `Did you mean /${near}?` : '/help lists the commands.';
  return { type: 'unknown', message: `There is no command /${word}. ${hint}` };
}

export function helpText(): string {
  return Object.entries(COMMANDS)
    .map(([name, what]) => `/${name.padEnd(5)} ${what}`)
    .join('\n');
}
