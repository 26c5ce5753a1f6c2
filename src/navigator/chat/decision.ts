/**
 * Parses a model's decision. Accepts the requested format and common deviations of models without structured output;
 * every correction is reported in `repairs`. For an answer that cannot be parsed it returns a `fault`; nothing is guessed.
 */
import { type StepName, STEP_NAMES } from '../../prompt/index.js';

export interface ModelStep {
  do: StepName;
  /** Number of the target element. */
  on: number | null;
  value: string | null;
  /** For `replace`: the passage that `value` replaces. */
  old?: string;
}

export interface ParsedDecision {
  thought: string;
  note: string | null;
  steps: ModelStep[];
}

export type DecisionResult =
  | { ok: true; decision: ParsedDecision; repairs: string[] }
  | { ok: false; fault: string };

const STEP_NAME_SET: ReadonlySet<string> = new Set(STEP_NAMES);
const MAX_STEPS = 40;

/** Other names that models use for steps. */
const STEP_SYNONYMS: Readonly<Record<string, StepName>> = {
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
  add: 'append',
  add_text: 'append',
  insert_text: 'insert',
  replace_text: 'replace',
  type_keys: 'press',
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
  const rawDecision = isRecord(json) && isRecord(json['decision']) ? json['decision'] : json;
  const rawSteps = Array.isArray(rawDecision)
    ? rawDecision
    : isRecord(rawDecision)
      ? findSteps(rawDecision)
      : null;
  if (rawSteps === null) return { ok: false, fault: 'The answer has no steps.' };
  if (!isRecord(rawDecision) || !Array.isArray(rawDecision['steps']))
    repairs.push('The steps were not in a list called steps.');
  if (rawSteps.length === 0) return { ok: false, fault: 'The list of steps is empty.' };
  if (rawSteps.length > MAX_STEPS)
    return { ok: false, fault: `The answer has ${rawSteps.length} steps, which is too many.` };
  const steps: ModelStep[] = [];
  for (const rawStep of rawSteps) {
    const step = parseStep(rawStep, repairs);
    if (typeof step === 'string') return { ok: false, fault: step };
    steps.push(step);
  }
  const rawFields = isRecord(rawDecision) ? rawDecision : {};
  const note = parseText(rawFields['note']);
  return {
    ok: true,
    decision: { thought: parseText(rawFields['thought']) ?? '', note: note === '' ? null : note, steps },
    repairs: [...new Set(repairs)],
  };
}

function findSteps(rawDecision: Record<string, unknown>): unknown[] | null {
  const { steps, actions, acts } = rawDecision;
  for (const list of [steps, actions, acts]) {
    if (Array.isArray(list)) return list;
    if (isRecord(list)) return [list];
  }
  if (isRecord(rawDecision['step'])) return [rawDecision['step']];
  if (isRecord(rawDecision['action'])) return [rawDecision['action']];
  return 'do' in rawDecision || 'action' in rawDecision ? [rawDecision] : null;
}

function parseStep(rawStep: unknown, repairs: string[]): ModelStep | string {
  if (!isRecord(rawStep))
    return `A step is ${JSON.stringify(rawStep)?.slice(0, 60)} instead of an object with do, on and value.`;
  const rawName = rawStep['do'] ?? rawStep['action'] ?? rawStep['name'];
  if (typeof rawName !== 'string') return 'A step does not say what to do.';
  const normalizedName = rawName
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const stepName = STEP_NAME_SET.has(normalizedName)
    ? (normalizedName as StepName)
    : STEP_SYNONYMS[normalizedName];
  if (!stepName) return `There is no step “${rawName.slice(0, 40)}”.`;
  if (stepName !== normalizedName) repairs.push(`“${rawName.slice(0, 40)}” was interpreted as ${stepName}.`);
  const elementNumber = parseElementNumber(rawStep['on'] ?? rawStep['element'] ?? rawStep['target'] ?? null);
  if (elementNumber === 'unclear')
    return `“${String(rawStep['on'] ?? rawStep['element'] ?? rawStep['target']).slice(0, 40)}” is not an element number.`;
  const value = parseText(rawStep['value'] ?? rawStep['text'] ?? (normalizedName === 'clear' ? '' : null));
  const old = parseText(rawStep['old'] ?? rawStep['passage'] ?? null);
  return { do: stepName, on: elementNumber, value, ...(old === null ? {} : { old }) };
}

/** `12`, `"12"`, `"[12]"`. */
function parseElementNumber(value: unknown): number | null | 'unclear' {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : 'unclear';
  const digits = typeof value === 'string' ? /^\s*\[?\s*(\d{1,6})\s*\]?\*?\s*$/.exec(value)?.[1] : undefined;
  return digits === undefined ? 'unclear' : Number(digits);
}

function parseText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
