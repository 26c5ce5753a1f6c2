/**
 * Finds an action of the form `verb [argument] [argument]` in a text. Brackets may be nested, and a backslash escapes a
 * bracket. Pure.
 */

export interface ScannedAction {
  /** As the model wrote it, because policy names are case-sensitive. */
  verb: string;
  args: string[];
  start: number;
  /** Index of the first character after the action. */
  end: number;
}

export type ScanResult =
  | { ok: true; scanned: ScannedAction }
  /** `fault`: one sentence for the model. */
  | { ok: false; fault: string };

/** Verbs that may stand alone. If words and a bracket follow, the verb is part of a sentence instead. */
const BARE_VERBS = /^(?:go_?back|go_?forward|new_?tab|close_?tab|stop)(?![\w\s]*\[)(?=\W|$)/i;
const BARE_SCROLL = /^scroll\s+(up|down)\b/i;
const VERB_WITH_ARGUMENT = /([A-Za-z_]\w*)[ \t]*(?=\[)/;
const LONE_WORD = /^[A-Za-z_]\w*(?=\s*$)/;

const NO_ACTION = 'The reply has no action of the form verb [argument].';

/** Finds the first action in a text, which may begin with other words (“The next action is click [7]”). */
export function scanAction(text: string): ScanResult {
  const start = text.length - text.trimStart().length;
  const rest = text.slice(start);
  const scroll = BARE_SCROLL.exec(rest);
  if (scroll) return toResult('scroll', [scroll[1]!.toLowerCase()], start, start + scroll[0].length);
  const bareVerb = BARE_VERBS.exec(rest) ?? LONE_WORD.exec(rest);
  if (bareVerb) return toResult(bareVerb[0], [], start, start + bareVerb[0].length);
  const verb = VERB_WITH_ARGUMENT.exec(rest);
  if (!verb) return { ok: false, fault: NO_ACTION };
  return scanArguments(text, verb[1]!, start + verb.index);
}

const toResult = (verb: string, args: string[], start: number, end: number): ScanResult => ({
  ok: true,
  scanned: { verb, args, start, end },
});

function scanArguments(text: string, verb: string, start: number): ScanResult {
  const args: string[] = [];
  let position = start + verb.length;
  for (;;) {
    const bracket = /^[ \t]*\[/.exec(text.slice(position));
    if (!bracket) break;
    const argument = scanArgument(text, position + bracket[0].length);
    if (!argument)
      return {
        ok: false,
        fault: `A bracket of ${verb} is not closed. Write a bracket inside a text as \\[ or \\].`,
      };
    args.push(argument.value);
    position = argument.end;
  }
  const line = /^[^\n]*/.exec(text.slice(position))![0];
  if (countCharacter(line, ']') > countCharacter(line, '['))
    return {
      ok: false,
      fault: `${verb} has one bracket too many. Write a bracket inside a text as \\[ or \\].`,
    };
  return toResult(verb, args, start, position);
}

const countCharacter = (text: string, character: string): number => text.split(character).length - 1;

/** @param from index after the opening bracket */
function scanArgument(text: string, from: number): { value: string; end: number } | null {
  let value = '';
  let depth = 1;
  for (let position = from; position < text.length; position += 1) {
    const character = text[position]!;
    const nextCharacter = text[position + 1];
    if (character === '\\' && (nextCharacter === '[' || nextCharacter === ']')) {
      value += nextCharacter;
      position += 1;
      continue;
    }
    if (character === '[') depth += 1;
    if (character === ']') depth -= 1;
    if (depth === 0) return { value, end: position + 1 };
    value += character;
  }
  return null;
}

/** Formats an action on one line: `type [7] [a \] b] [1]`. */
export const formatAction = (verb: string, args: readonly string[]): string =>
  [verb, ...args.map((argument) => `[${escapeUnbalanced(argument)}]`)].join(' ');

/** Balanced brackets stay as they are. */
function escapeUnbalanced(text: string): string {
  let depth = 0;
  for (const character of text) {
    depth += character === '[' ? 1 : character === ']' ? -1 : 0;
    if (depth < 0) break;
  }
  return depth === 0 ? text : text.replace(/[[\]]/g, '\\$&');
}
