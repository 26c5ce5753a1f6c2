/**
 * Parses a model's output exactly like the WebLINX paper's evaluation, including its errors, so that scores are
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
  const openBracketIndex = output.indexOf('(');
  if (openBracketIndex < 0) return { intent: UNKNOWN_INTENT, args: new Map() };
  const name = /[\p{L}\p{N}_]*$/u.exec(output.slice(0, openBracketIndex))![0];
  const args = parseArguments(
    output.slice(openBracketIndex + 1, findClosingBracket(output, openBracketIndex)),
  );
  const intent = toEvalIntent(name);
  if (intent !== 'action') return { intent, args };
  const innerIntent = args.get('intent');
  return { intent: typeof innerIntent === 'string' ? toEvalIntent(innerIntent) : UNKNOWN_INTENT, args };
}

/** Finds the first closing bracket outside quotation marks. Backslashes do not escape quotation marks. */
function findClosingBracket(output: string, openBracket: number): number {
  let isQuoted = false;
  for (let i = openBracket; i < output.length; i += 1) {
    if (output[i] === '"') isQuoted = !isQuoted;
    else if (output[i] === ')' && !isQuoted) return i;
  }
  return output.length;
}

function parseArguments(text: string): Map<string, StrictValue> {
  const args = new Map<string, StrictValue>();
  for (const piece of splitAtCommas(text)) {
    const equalsIndex = piece.indexOf('=');
    if (equalsIndex >= 0)
      args.set(strip(piece.slice(0, equalsIndex)), parseValue(piece.slice(equalsIndex + 1)));
  }
  return args;
}

/** A comma after an odd number of quotation marks is inside a quotation. */
function splitAtCommas(text: string): string[] {
  const pieces: string[] = [];
  let isQuoted = false;
  for (const piece of text.split(',')) {
    if (isQuoted) pieces[pieces.length - 1] += `,${piece}`;
    else pieces.push(piece);
    if ((piece.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
  }
  return pieces;
}

function parseValue(rawValue: string): string | number {
  let text = strip(rawValue);
  // A lone quotation mark is both first and last character; the result is empty.
  if (text.startsWith('"') && text.endsWith('"')) text = text.slice(1, -1);
  if (text.includes('.')) return parsePythonFloat(text) ?? text;
  // Python treats superscripts as digits here and then fails on them.
  return /^-?\p{Nd}+$/u.test(text) ? (parsePythonInteger(text) ?? text) : text;
}

/** Converts coordinates to numbers. Coordinates that are not numbers become null. */
export function sanitizeCoordinates(args: ReadonlyMap<string, StrictValue>): Map<string, StrictValue> {
  const sanitized = new Map(args);
  for (const [name, otherName] of [
    ['x', 'y'],
    ['y', 'x'],
  ] as const) {
    const value = sanitized.get(name);
    if (value === undefined || sanitized.has(otherName)) continue;
    // A comma may be missing: `x=5 y=6` gives x the value `5 y=6`.
    const [firstValue, secondValue] =
      typeof value === 'string' ? splitAt(value, `${otherName}=`) : [null, null];
    sanitized.set(name, firstValue).set(otherName, secondValue);
  }
  for (const name of ['x', 'y', 'top', 'left', 'right', 'bottom']) {
    const value = sanitized.get(name);
    if (typeof value === 'string') sanitized.set(name, parsePythonFloat(value));
  }
  return sanitized;
}

function splitAt(text: string, separator: string): [string | null, string | null] {
  const separatorIndex = text.indexOf(separator);
  return separatorIndex < 0
    ? [null, null]
    : [text.slice(0, separatorIndex), text.slice(separatorIndex + separator.length)];
}
