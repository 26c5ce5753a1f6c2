/**
 * Parses a model's output for a live session. Repairs output that the WebLINX paper's parser misreads, and reports
 * every repair. Ambiguous output is rejected, because Parley does not guess.
 */
import { parsePythonFloat, strip } from '../python/index.js';
import { matchArguments, type ParsedArguments } from './weblinx-arguments.js';
import { EVAL_INTENTS, toEvalIntent, type EvalIntent } from './weblinx-intents.js';
import { parseStrictly } from './weblinx-strict.js';

/** An element by uid, or the element at a point (CSS px, relative to the viewport). */
export type LiveTarget = { uid: string } | { x: number; y: number };

export type LiveDecision =
  | { intent: 'say'; text: string }
  | { intent: 'click' | 'hover' | 'submit' | 'copy' | 'paste'; target: LiveTarget }
  | { intent: 'textInput'; target: LiveTarget; text: string }
  | { intent: 'change'; target: LiveTarget; value: string }
  | { intent: 'load'; url: string }
  | { intent: 'scroll'; x: number; y: number }
  | { intent: 'tabcreate' }
  | { intent: 'tabremove' | 'tabswitch'; tab: number };

export const REPAIR_MESSAGES = {
  'surrounding-words': 'Words around the action were ignored.',
  'extra-space': 'There was a space before the bracket.',
  'missing-bracket': 'The closing bracket was missing.',
  'missing-comma': 'A comma between arguments was missing.',
  quotes: 'The text was not in double quotation marks.',
  delimiters: 'Quotation marks, commas or brackets inside the text were kept as part of it.',
  number: 'A text that looks like a number was kept as text.',
  escapes: 'Escaped line breaks or tabs (\\n, \\t) were converted.',
  'box-centre': 'The centre of the box was used as the point.',
  'more-actions': 'Only the first of several actions was used.',
} as const;

export type Repair = keyof typeof REPAIR_MESSAGES;

export interface LiveFault {
  kind:
    | 'empty'
    | 'no-action'
    | 'unknown-action'
    | 'arguments'
    | 'no-element'
    | 'speaker'
    | 'cut-off'
    | 'too-long';
  /** One sentence. */
  message: string;
}

export type LiveResult =
  | { ok: true; decision: LiveDecision; repairs: readonly Repair[] }
  | { ok: false; fault: LiveFault };

/** Maximum number of characters. No model was trained to write longer actions. */
const MAX_LENGTH = 20_000;
/** Maximum number of closing brackets to try from each end of the text. */
const MAX_TRIED_BRACKETS = 64;

const NAME_PATTERN = EVAL_INTENTS.map((name) =>
  name === 'textinput' ? 'text_?input' : name.replace(/^tab/, 'tab_?'),
).join('|');
const CALL = new RegExp(`(?<![\\p{L}\\p{N}_])(${NAME_PATTERN})([ \\t]*)\\(`, 'giu');
/** The boundary between two actions. */
const NEXT_CALL = new RegExp(
  `["\\d}]\\s*\\)(?=[^"]{0,40}?(?<![\\p{L}\\p{N}_])(?:${NAME_PATTERN})\\s*\\(\\s*\\w+\\s*=)`,
  'iu',
);
const ANY_CALL = /([\p{L}_][\p{L}\p{N}_]*)\s*\(\s*(?:\w+\s*=|\))/u;

export function parseLiveOutput(output: string): LiveResult {
  const text = strip(output);
  if (text === '') return createFault('empty', 'The model’s answer is empty.');
  if (text.length > MAX_LENGTH)
    return createFault('too-long', `The answer has ${text.length} characters, more than an action can have.`);
  let firstFailure: LiveResult | null = null;
  for (const match of text.matchAll(CALL)) {
    const result = parseCall(text, match);
    if (result.ok) return result;
    firstFailure ??= result;
  }
  if (firstFailure !== null) return firstFailure;
  const unknownName = ANY_CALL.exec(text)?.[1];
  if (unknownName !== undefined && /^\S*\(/.test(text.slice(text.indexOf(unknownName))))
    return createFault('unknown-action', `“${unknownName.slice(0, 40)}” is not an action.`);
  return createFault('no-action', 'The answer contains no action.');
}

function createFault(kind: LiveFault['kind'], message: string): LiveResult {
  return { ok: false, fault: { kind, message } };
}

function parseCall(text: string, match: RegExpExecArray): LiveResult {
  const start = match.index + match[0].length;
  const nextCall = NEXT_CALL.exec(text.slice(start));
  const limit = nextCall === null ? text.length : start + nextCall.index + nextCall[0].length;
  const outerIntent = toEvalIntent(match[1]!);

  for (const { end, isClosed } of findEnds(text, start, limit)) {
    const body = text.slice(start, end);
    const isWrapped = outerIntent === 'action';
    const intent = isWrapped ? findIntentArgument(body) : outerIntent;
    const parsedArguments = intent === null ? null : matchArguments(body, intent, isWrapped);
    if (intent === null || parsedArguments === null) continue;
    const repairs = new Set<Repair>(parsedArguments.repairs as readonly Repair[]);
    if (match[2] !== '') repairs.add('extra-space');
    if (!isClosed) repairs.add('missing-bracket');
    const textAfter = text.slice(isClosed ? end + 1 : end);
    if (nextCall !== null) repairs.add('more-actions');
    if (match.index > 0 || (nextCall === null && strip(textAfter) !== '')) repairs.add('surrounding-words');
    return toDecision(intent, parsedArguments, repairs, text);
  }
  const name = match[1]!.toLowerCase();
  return /^[^()]*=\s*"[^"]*$/.test(text.slice(start, limit))
    ? createFault('cut-off', `The ${name} action breaks off in the middle of its text.`)
    : createFault('arguments', `The arguments of the ${name} action cannot be read.`);
}

/** Returns possible ends of the call. The last bracket comes first, because text may contain brackets. */
function findEnds(text: string, start: number, limit: number): { end: number; isClosed: boolean }[] {
  const brackets: number[] = [];
  for (
    let position = text.indexOf(')', start);
    position >= 0 && position < limit;
    position = text.indexOf(')', position + 1)
  )
    brackets.push(position);
  const triedBrackets =
    brackets.length <= 2 * MAX_TRIED_BRACKETS
      ? brackets
      : [...brackets.slice(0, MAX_TRIED_BRACKETS), ...brackets.slice(-MAX_TRIED_BRACKETS)];
  const ends = triedBrackets.reverse().map((end) => ({ end, isClosed: true }));
  return [...ends, { end: limit, isClosed: false }];
}

/** Finds the action's name among the arguments, where MindAct writes it. */
function findIntentArgument(body: string): EvalIntent | null {
  const name = /(?:^|[,\s])intent\s*=\s*["']?(\w+)/i.exec(body)?.[1];
  const intent = name === undefined ? null : toEvalIntent(name);
  return intent === null || intent === '<unk>' || intent === 'action' ? null : intent;
}

function toDecision(
  intent: EvalIntent,
  parsedArguments: ParsedArguments,
  repairs: Set<Repair>,
  text: string,
): LiveResult {
  const { args, text: textArgument } = parsedArguments;
  if (textArgument !== null) reportStrictDifferences(textArgument, text, repairs);
  const value = textArgument === null ? null : unescape(textArgument.value, repairs);
  const createResult = (decision: LiveDecision): LiveResult => ({
    ok: true,
    decision,
    repairs: [...repairs],
  });
  const failWithout = (missingName: string): LiveResult =>
    createFault('arguments', `The ${intent} action has no ${missingName}.`);

  switch (intent) {
    case 'say':
      if ((args.get('speaker') ?? 'navigator').toLowerCase() !== 'navigator')
        return createFault('speaker', 'The model spoke as the instructor, which is not allowed.');
      return value === null || value === ''
        ? failWithout('utterance')
        : createResult({ intent, text: value });
    case 'load':
      return value === null || value === '' ? failWithout('url') : createResult({ intent, url: value });
    case 'scroll': {
      const [x, y] = [parseNumber(args, 'x'), parseNumber(args, 'y')];
      return x === null || y === null ? failWithout('x and y') : createResult({ intent, x, y });
    }
    case 'tabcreate':
      return createResult({ intent });
    case 'tabremove':
    case 'tabswitch': {
      const tab = parseNumber(args, 'target');
      return tab === null ? failWithout('target') : createResult({ intent, tab });
    }
    case 'click':
    case 'hover':
    case 'submit':
    case 'copy':
    case 'paste':
    case 'textinput':
    case 'change': {
      const target = parseTarget(args, repairs);
      if (target === null) return createFault('no-element', `The ${intent} action names no element.`);
      if (intent === 'textinput')
        return value === null
          ? failWithout('text')
          : createResult({ intent: 'textInput', target, text: value });
      if (intent === 'change')
        return value === null ? failWithout('value') : createResult({ intent, target, value });
      return createResult({ intent, target });
    }
    case 'action':
    case '<unk>':
      return createFault('unknown-action', 'The answer names no action.');
  }
}

function parseTarget(args: ReadonlyMap<string, string>, repairs: Set<Repair>): LiveTarget | null {
  const uid = args.get('uid') ?? args.get('data-webtasks-id');
  if (uid !== undefined && uid !== '' && uid !== 'None') return { uid };
  const [x, y] = [parseNumber(args, 'x'), parseNumber(args, 'y')];
  if (x !== null && y !== null) return { x, y };
  const [top, left, right, bottom] = ['top', 'left', 'right', 'bottom'].map((side) =>
    parseNumber(args, side),
  );
  if (top == null || left == null || right == null || bottom == null) return null;
  repairs.add('box-centre');
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function parseNumber(args: ReadonlyMap<string, string>, name: string): number | null {
  const value = parsePythonFloat(args.get(name) ?? '');
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Converts the two escapes that occur in training data: `\n` and `\t`. */
function unescape(value: string, repairs: Set<Repair>): string {
  const unescaped = value.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
  if (unescaped !== value) repairs.add('escapes');
  return unescaped;
}

/** Adds a repair if the paper's parser reads a different text. */
function reportStrictDifferences(
  { key, value }: NonNullable<ParsedArguments['text']>,
  text: string,
  repairs: Set<Repair>,
): void {
  const strictValue = [...parseStrictly(text).args].find(([name]) => name.toLowerCase() === key)?.[1];
  if (typeof strictValue === 'number') repairs.add('number');
  else if (strictValue !== undefined && strictValue !== value && !repairs.has('quotes'))
    repairs.add('delimiters');
}
