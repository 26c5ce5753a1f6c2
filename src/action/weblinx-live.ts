/**
 * Parses a model's output for a live session. Repairs what the paper's parser gets wrong (spec 6.3) and reports every
 * repair. Ambiguous output is a fault, never a guess.
 */
import { readFloat, strip } from '../python/index.js';
import { matchArguments, type Written } from './weblinx-arguments.js';
import { EVAL_INTENTS, evalIntent, type EvalIntent } from './weblinx-intents.js';
import { parseStrictly } from './weblinx-strict.js';

/** An element by uid, or the element at a point (CSS px, relative to the viewport). */
export type LiveAim = { uid: string } | { x: number; y: number };

export type LiveDecision =
  | { intent: 'say'; text: string }
  | { intent: 'click' | 'hover' | 'submit' | 'copy' | 'paste'; aim: LiveAim }
  | { intent: 'textInput'; aim: LiveAim; text: string }
  | { intent: 'change'; aim: LiveAim; value: string }
  | { intent: 'load'; url: string }
  | { intent: 'scroll'; x: number; y: number }
  | { intent: 'tabcreate' }
  | { intent: 'tabremove' | 'tabswitch'; tab: number };

export const REPAIR_TEXT = {
  around: 'Words around the action were left out.',
  space: 'There was a space before the bracket.',
  bracket: 'The closing bracket was missing.',
  comma: 'A comma between arguments was missing.',
  quotes: 'The text was not in double quotation marks.',
  delimiters: 'Quotation marks, commas or brackets inside the text were taken as part of it.',
  number: 'A text that looks like a number was kept as text.',
  escapes: 'Written line breaks or tabs were turned into real ones.',
  box: 'The centre of the box was taken as the place.',
  more: 'Only the first of several actions was taken.',
} as const;

export type Repair = keyof typeof REPAIR_TEXT;

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

export type LiveReading =
  | { ok: true; decision: LiveDecision; repairs: readonly Repair[] }
  | { ok: false; fault: LiveFault };

/** Longer outputs than any model was trained to write are not searched for an action. */
const MAX_LENGTH = 20_000;
/** Maximum number of closing brackets to try, from each end. */
const TRIED = 64;

const NAMES = EVAL_INTENTS.map((name) =>
  name === 'textinput' ? 'text_?input' : name.replace(/^tab/, 'tab_?'),
).join('|');
const CALL = new RegExp(`(?<![\\p{L}\\p{N}_])(${NAMES})([ \\t]*)\\(`, 'giu');
/** The boundary between two actions. */
const NEXT_CALL = new RegExp(
  `["\\d}]\\s*\\)(?=[^"]{0,40}?(?<![\\p{L}\\p{N}_])(?:${NAMES})\\s*\\(\\s*\\w+\\s*=)`,
  'iu',
);
const ANY_CALL = /([\p{L}_][\p{L}\p{N}_]*)\s*\(\s*(?:\w+\s*=|\))/u;

export function readLive(output: string): LiveReading {
  const text = strip(output);
  if (text === '') return fault('empty', 'The model answered nothing.');
  if (text.length > MAX_LENGTH)
    return fault('too-long', `The answer has ${text.length} characters, more than an action can have.`);
  let worst: LiveReading | null = null;
  for (const match of text.matchAll(CALL)) {
    const reading = readCall(text, match);
    if (reading.ok) return reading;
    worst ??= reading;
  }
  if (worst !== null) return worst;
  const unknown = ANY_CALL.exec(text)?.[1];
  if (unknown !== undefined && /^\S*\(/.test(text.slice(text.indexOf(unknown))))
    return fault('unknown-action', `There is no action “${unknown.slice(0, 40)}”.`);
  return fault('no-action', 'The answer holds no action.');
}

function fault(kind: LiveFault['kind'], message: string): LiveReading {
  return { ok: false, fault: { kind, message } };
}

function readCall(text: string, match: RegExpExecArray): LiveReading {
  const open = match.index + match[0].length;
  const next = NEXT_CALL.exec(text.slice(open));
  const stop = next === null ? text.length : open + next.index + next[0].length;
  const outer = evalIntent(match[1]!);

  for (const { end, closed } of endsIn(text, open, stop)) {
    const body = text.slice(open, end);
    const intent = outer === 'action' ? innerIntent(body) : outer;
    const written = intent === null ? null : matchArguments(body, intent, outer === 'action');
    if (intent === null || written === null) continue;
    const repairs = new Set<Repair>(written.repairs as readonly Repair[]);
    if (match[2] !== '') repairs.add('space');
    if (!closed) repairs.add('bracket');
    const after = text.slice(closed ? end + 1 : end);
    if (next !== null) repairs.add('more');
    if (match.index > 0 || (next === null && strip(after) !== '')) repairs.add('around');
    return decide(intent, written, repairs, text);
  }
  const name = match[1]!.toLowerCase();
  return /^[^()]*=\s*"[^"]*$/.test(text.slice(open, stop))
    ? fault('cut-off', `The ${name} action breaks off in the middle of its text.`)
    : fault('arguments', `The arguments of the ${name} action cannot be read.`);
}

/** Possible ends of the call, most likely first: the last bracket, because texts may contain brackets. */
function endsIn(text: string, open: number, stop: number): { end: number; closed: boolean }[] {
  const brackets: number[] = [];
  for (let at = text.indexOf(')', open); at >= 0 && at < stop; at = text.indexOf(')', at + 1))
    brackets.push(at);
  const tried =
    brackets.length <= 2 * TRIED ? brackets : [...brackets.slice(0, TRIED), ...brackets.slice(-TRIED)];
  const ends = tried.reverse().map((end) => ({ end, closed: true }));
  return [...ends, { end: stop, closed: false }];
}

/** MindAct writes the action's name among the arguments. */
function innerIntent(body: string): EvalIntent | null {
  const name = /(?:^|[,\s])intent\s*=\s*["']?(\w+)/i.exec(body)?.[1];
  const intent = name === undefined ? null : evalIntent(name);
  return intent === null || intent === '<unk>' || intent === 'action' ? null : intent;
}

function decide(intent: EvalIntent, written: Written, repairs: Set<Repair>, text: string): LiveReading {
  const { args, free } = written;
  if (free !== null) compareWithStrict(free, text, repairs);
  const value = free === null ? null : unescaped(free.value, repairs);
  const done = (decision: LiveDecision): LiveReading => ({ ok: true, decision, repairs: [...repairs] });
  const lacks = (what: string): LiveReading => fault('arguments', `The ${intent} action has no ${what}.`);

  switch (intent) {
    case 'say':
      if ((args.get('speaker') ?? 'navigator').toLowerCase() !== 'navigator')
        return fault('speaker', 'The model speaks as the instructor, which it may not.');
      return value === null || value === '' ? lacks('utterance') : done({ intent, text: value });
    case 'load':
      return value === null || value === '' ? lacks('url') : done({ intent, url: value });
    case 'scroll': {
      const [x, y] = [numberIn(args, 'x'), numberIn(args, 'y')];
      return x === null || y === null ? lacks('x and y') : done({ intent, x, y });
    }
    case 'tabcreate':
      return done({ intent });
    case 'tabremove':
    case 'tabswitch': {
      const tab = numberIn(args, 'target');
      return tab === null ? lacks('target') : done({ intent, tab });
    }
    case 'click':
    case 'hover':
    case 'submit':
    case 'copy':
    case 'paste':
    case 'textinput':
    case 'change': {
      const aim = aimIn(args, repairs);
      if (aim === null) return fault('no-element', `The ${intent} action names no element.`);
      if (intent === 'textinput')
        return value === null ? lacks('text') : done({ intent: 'textInput', aim, text: value });
      if (intent === 'change') return value === null ? lacks('value') : done({ intent, aim, value });
      return done({ intent, aim });
    }
    case 'action':
    case '<unk>':
      return fault('unknown-action', 'The answer names no action.');
  }
}

function aimIn(args: ReadonlyMap<string, string>, repairs: Set<Repair>): LiveAim | null {
  const uid = args.get('uid') ?? args.get('data-webtasks-id');
  if (uid !== undefined && uid !== '' && uid !== 'None') return { uid };
  const [x, y] = [numberIn(args, 'x'), numberIn(args, 'y')];
  if (x !== null && y !== null) return { x, y };
  const [top, left, right, bottom] = ['top', 'left', 'right', 'bottom'].map((side) => numberIn(args, side));
  if (top == null || left == null || right == null || bottom == null) return null;
  repairs.add('box');
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function numberIn(args: ReadonlyMap<string, string>, name: string): number | null {
  const value = readFloat(args.get(name) ?? '');
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Training data escapes only line breaks and tabs. */
function unescaped(value: string, repairs: Set<Repair>): string {
  const real = value.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
  if (real !== value) repairs.add('escapes');
  return real;
}

function compareWithStrict(
  { key, value }: NonNullable<Written['free']>,
  text: string,
  repairs: Set<Repair>,
): void {
  const strict = [...parseStrictly(text).args].find(([name]) => name.toLowerCase() === key)?.[1];
  if (typeof strict === 'number') repairs.add('number');
  else if (strict !== undefined && strict !== value && !repairs.has('quotes')) repairs.add('delimiters');
}
