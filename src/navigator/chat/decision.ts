/**
 * Parses a model's decision. Accepts the requested format and common deviations of models without structured output;
 * every correction is reported. An answer that cannot be understood is a fault, never a guess.
 */
import { type StepName, STEPS } from '../../prompt/index.js';

export interface ModelStep {
  do: StepName;
  on: number | null;
  value: string | null;
}

export interface ParsedDecision {
  thought: string;
  note: string | null;
  steps: ModelStep[];
}

export type DecisionResult =
  | { ok: true; written: ParsedDecision; repairs: string[] }
  | { ok: false; fault: string };

const KNOWN: ReadonlySet<string> = new Set(STEPS);
const MAX_STEPS = 40;

/** Other names that models use for steps. */
const SYNONYMS: Readonly<Record<string, StepName>> = {
  tap: 'click',
  press_button: 'click',
  dblclick: 'double_click',
  doubleclick: 'double_click',
  rightclick: 'right_click',
  fill: 'type',
  input: 'type',
  type_text: 'type',
  textinput: 'type',
  enter_text: 'type',
  set_value: 'type',
  clear: 'type',
  select: 'choose',
  select_option: 'choose',
  change: 'choose',
  tick: 'check',
  untick: 'uncheck',
  key: 'press',
  press_key: 'press',
  scroll_into_view: 'scroll_to',
  goto: 'open',
  navigate: 'open',
  load: 'open',
  go_to: 'open',
  go_back: 'back',
  go_forward: 'forward',
  refresh: 'reload',
  accept_dialog: 'accept',
  dismiss_dialog: 'dismiss',
  tabcreate: 'new_tab',
  tabremove: 'close_tab',
  tabswitch: 'switch_tab',
  search_page: 'find',
  say: 'report',
  done: 'report',
  finish: 'report',
  question: 'ask',
  giveup: 'give_up',
  fail: 'give_up',
};

export function parseDecision(json: unknown): DecisionResult {
  const repairs: string[] = [];
  const outer = isRecord(json) && isRecord(json['decision']) ? json['decision'] : json;
  const listed = Array.isArray(outer) ? outer : isRecord(outer) ? findSteps(outer) : null;
  if (listed === null) return { ok: false, fault: 'The answer has no steps.' };
  if (!isRecord(outer) || !Array.isArray(outer['steps']))
    repairs.push('The steps were not in a list called steps.');
  if (listed.length === 0) return { ok: false, fault: 'The list of steps is empty.' };
  if (listed.length > MAX_STEPS)
    return { ok: false, fault: `The answer has ${listed.length} steps, which is too many.` };
  const steps: ModelStep[] = [];
  for (const one of listed) {
    const step = parseStep(one, repairs);
    if (typeof step === 'string') return { ok: false, fault: step };
    steps.push(step);
  }
  const record = isRecord(outer) ? outer : {};
  const note = textIn(record['note']);
  return {
    ok: true,
    written: { thought: textIn(record['thought']) ?? '', note: note === '' ? null : note, steps },
    repairs: [...new Set(repairs)],
  };
}

function findSteps(outer: Record<string, unknown>): unknown[] | null {
  const { steps, actions, acts } = outer;
  for (const list of [steps, actions, acts]) {
    if (Array.isArray(list)) return list;
    if (isRecord(list)) return [list];
  }
  if (isRecord(outer['step'])) return [outer['step']];
  if (isRecord(outer['action'])) return [outer['action']];
  return 'do' in outer || 'action' in outer ? [outer] : null;
}

function parseStep(one: unknown, repairs: string[]): ModelStep | string {
  if (!isRecord(one))
    return `A step is ${JSON.stringify(one)?.slice(0, 60)}, and not an object with do, on and value.`;
  const named = one['do'] ?? one['action'] ?? one['name'];
  if (typeof named !== 'string') return 'A step does not say what to do.';
  const word = named
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const known = KNOWN.has(word) ? (word as StepName) : SYNONYMS[word];
  if (!known) return `There is no step “${named.slice(0, 40)}”.`;
  if (known !== word) repairs.push(`“${named.slice(0, 40)}” was read as ${known}.`);
  const on = numberIn(one['on'] ?? one['element'] ?? one['target'] ?? null);
  if (on === 'unclear')
    return `“${String(one['on'] ?? one['element'] ?? one['target']).slice(0, 40)}” is no number of an element.`;
  const value = textIn(one['value'] ?? one['text'] ?? (word === 'clear' ? '' : null));
  return { do: known, on, value };
}

/** `12`, `"12"`, `"[12]"`. */
function numberIn(value: unknown): number | null | 'unclear' {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : 'unclear';
  const digits = typeof value === 'string' ? /^\s*\[?\s*(\d{1,6})\s*\]?\*?\s*$/.exec(value)?.[1] : undefined;
  return digits === undefined ? 'unclear' : Number(digits);
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
