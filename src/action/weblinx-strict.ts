/**
 * Parses a model's output exactly like the paper's evaluation, including its errors (spec 6.1), so that scores are
 * comparable. Live sessions use `weblinx-live.ts`.
 */
import { parsePythonFloat, parsePythonInteger, strip } from '../python/index.js';
import { toEvalIntent, type EvalIntent, UNKNOWN_INTENT } from './weblinx-intents.js';

export type StrictValue = string | number | null;

export interface StrictAction {
  intent: EvalIntent;
  /** In output order. Values that look like numbers are numbers, even if quoted. */
  args: ReadonlyMap<string, StrictValue>;
}

export function parseStrictly(output: string): StrictAction {
  const open = output.indexOf('(');
  if (open < 0) return { intent: UNKNOWN_INTENT, args: new Map() };
  const name = /[\p{L}\p{N}_]*$/u.exec(output.slice(0, open))![0];
  const args = parseArguments(output.slice(open + 1, findClosingBracket(output, open)));
  const intent = toEvalIntent(name);
  if (intent !== 'action') return { intent, args };
  const inner = args.get('intent');
  return { intent: typeof inner === 'string' ? toEvalIntent(inner) : UNKNOWN_INTENT, args };
}

/** Finds the first closing bracket outside quotation marks. Backslashes do not escape quotation marks. */
function findClosingBracket(output: string, open: number): number {
  let quoted = false;
  for (let i = open; i < output.length; i += 1) {
    if (output[i] === '"') quoted = !quoted;
    else if (output[i] === ')' && !quoted) return i;
  }
  return output.length;
}

function parseArguments(text: string): Map<string, StrictValue> {
  const args = new Map<string, StrictValue>();
  for (const piece of splitAtCommas(text)) {
    const equals = piece.indexOf('=');
    if (equals >= 0) args.set(strip(piece.slice(0, equals)), parseValue(piece.slice(equals + 1)));
  }
  return args;
}

/** A comma after an odd number of quotation marks is inside a quotation. */
function splitAtCommas(text: string): string[] {
  const pieces: string[] = [];
  let odd = false;
  for (const piece of text.split(',')) {
    if (odd) pieces[pieces.length - 1] += `,${piece}`;
    else pieces.push(piece);
    if ((piece.split('"').length - 1) % 2 === 1) odd = !odd;
  }
  return pieces;
}

function parseValue(written: string): string | number {
  let text = strip(written);
  // A lone quotation mark is both first and last character; the result is empty.
  if (text.startsWith('"') && text.endsWith('"')) text = text.slice(1, -1);
  if (text.includes('.')) return parsePythonFloat(text) ?? text;
  // Python treats superscripts as digits here and then fails on them.
  return /^-?\p{Nd}+$/u.test(text) ? (parsePythonInteger(text) ?? text) : text;
}

/** Converts coordinates to numbers; null if that is impossible. */
export function sanitizeCoordinates(args: ReadonlyMap<string, StrictValue>): Map<string, StrictValue> {
  const clean = new Map(args);
  for (const [one, other] of [
    ['x', 'y'],
    ['y', 'x'],
  ] as const) {
    const value = clean.get(one);
    if (value === undefined || clean.has(other)) continue;
    const [first, rest] = typeof value === 'string' ? splitAt(value, `${other}=`) : [null, null];
    clean.set(one, first).set(other, rest);
  }
  for (const name of ['x', 'y', 'top', 'left', 'right', 'bottom']) {
    const value = clean.get(name);
    if (typeof value === 'string') clean.set(name, parsePythonFloat(value));
  }
  return clean;
}

/** Handles a missing comma: `5 y=6`. */
function splitAt(text: string, mark: string): [string | null, string | null] {
  const at = text.indexOf(mark);
  return at < 0 ? [null, null] : [text.slice(0, at), text.slice(at + mark.length)];
}
