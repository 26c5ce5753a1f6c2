/** Chat commands: lines that start with a slash go to the terminal, never to the navigator. */
import { closest, distance } from 'fastest-levenshtein';

export const COMMANDS = {
  help: 'list the commands',
  page: 'show the page as text: title, address, headings, messages, fields, buttons and links',
  shot: '[file]  save a screenshot of the page',
  why: '[n]  explain the last decision, or the nth-to-last one: ranking, model, answer',
  cost: 'show what the language model has cost so far',
  goto: '<address>  open a page',
  back: 'go back one page',
  undo: 'undo the actions since your last line, as far as possible',
  retry: '[model]  decide again without the element that was used last',
  save: '[file] [--force]  save the conversation as a scenario',
  exit: 'leave; everything is already saved',
} as const;

export type CommandName = keyof typeof COMMANDS;

export type ChatLine =
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

export function parseChatLine(line: string): ChatLine {
  const text = line.trim();
  if (!text) return { type: 'empty' };
  const match = /^\/([a-z]*)(?:\s+(.*))?$/i.exec(text);
  if (!match) return { type: 'say', text };
  const commandWord = match[1]!.toLowerCase();
  const name = commandWord in COMMANDS ? (commandWord as CommandName) : SYNONYMS[commandWord];
  if (name) return { type: 'command', name, argument: (match[2] ?? '').trim() };
  const nearestName = commandWord ? closest(commandWord, Object.keys(COMMANDS)) : '';
  const hint =
    nearestName && distance(commandWord, nearestName) <= 2
      ? `Did you mean /${nearestName}?`
      : 'Type /help for the list of commands.';
  return { type: 'unknown', message: `Unknown command: /${commandWord}. ${hint}` };
}

export function formatHelp(): string {
  return Object.entries(COMMANDS)
    .map(([name, description]) => `/${name.padEnd(5)} ${description}`)
    .join('\n');
}
