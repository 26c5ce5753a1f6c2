/**
 * Parses the arguments of one action by matching known arguments from both ends. The rest is the model's text, which
 * may contain quotation marks, commas and brackets (spec 6.3).
 */
import { strip } from '../python/index.js';
import type { EvalIntent } from './weblinx-intents.js';

export interface Written {
  /** All arguments except the text, without quotation marks. Names in lower case. */
  args: ReadonlyMap<string, string>;
  /** The model's own text. */
  free: { key: string; value: string } | null;
  repairs: readonly ('comma' | 'quotes')[];
}

const PLACE = [
  'uid',
  'data-webtasks-id',
  'x',
  'y',
  'top',
  'left',
  'right',
  'bottom',
  'tag',
  'attrs',
  'timestamp',
];

interface Schema {
  /** Arguments whose values are self-delimiting. */
  set: readonly string[];
  /** Names of the text argument. */
  free?: readonly string[];
}

const SCHEMAS: Readonly<Partial<Record<EvalIntent, Schema>>> = {
  say: { set: ['speaker', 'timestamp'], free: ['utterance'] },
  click: { set: PLACE },
  hover: { set: PLACE, free: ['text'] },
  textinput: { set: PLACE, free: ['text', 'value'] },
  change: { set: PLACE, free: ['value'] },
  submit: { set: PLACE },
  copy: { set: PLACE, free: ['text'] },
  paste: { set: PLACE, free: ['text'] },
  load: { set: ['type', 'qualifiers', 'timestamp'], free: ['url'] },
  scroll: { set: ['x', 'y', 'timestamp'] },
  tabcreate: { set: ['target', 'timestamp'] },
  tabremove: { set: ['target', 'timestamp'] },
  tabswitch: { set: ['origin', 'target', 'timestamp'] },
};

const NAME = String.raw`([a-z][\w-]*)\s*=\s*`;
const VALUE = String.raw`("[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"',(){}=]+)`;
const FIRST = new RegExp(`^${NAME}${VALUE}(\\s*,\\s*|\\s+(?=[a-z][\\w-]*\\s*=)|$)`, 'i');
const LAST = new RegExp(`(^|,\\s*|\\s+)${NAME}${VALUE}$`, 'i');

/**
 * @param wrapped the action's name is one of the arguments, as MindAct writes it
 * @returns null if some input does not match
 */
export function matchArguments(body: string, intent: EvalIntent, wrapped: boolean): Written | null {
  const schema = SCHEMAS[intent];
  if (schema === undefined) return null;
  const set = new Set([...schema.set, ...(wrapped ? ['intent'] : [])]);
  const args = new Map<string, string>();
  const repairs = new Set<'comma' | 'quotes'>();
  const take = (name: string, value: string): void => {
    if (value.startsWith("'")) repairs.add('quotes');
    args.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  };

  let rest = strip(body).replace(/,$/, '').trimEnd();
  for (let m = FIRST.exec(rest); m !== null && set.has(m[1]!.toLowerCase()); m = FIRST.exec(rest)) {
    take(m[1]!.toLowerCase(), m[2]!);
    if (m[3] !== '' && !m[3]!.includes(',')) repairs.add('comma');
    rest = rest.slice(m[0].length);
  }
  for (let m = LAST.exec(rest); m !== null && set.has(m[2]!.toLowerCase()); m = LAST.exec(rest)) {
    take(m[2]!.toLowerCase(), m[3]!);
    if (m[1] !== '' && !m[1]!.includes(',')) repairs.add('comma');
    rest = rest.slice(0, m.index);
  }
  if (rest === '') return { args, free: null, repairs: [...repairs] };
  const free = freeIn(rest, schema.free ?? [], repairs);
  return free === null ? null : { args, free, repairs: [...repairs] };
}

function freeIn(rest: string, names: readonly string[], repairs: Set<'comma' | 'quotes'>): Written['free'] {
  const match = /^([a-z]+)\s*=\s*([^]*)$/i.exec(rest);
  const key = match?.[1]!.toLowerCase();
  const written = match?.[2]!.trimEnd();
  if (key === undefined || written === undefined || !names.includes(key)) return null;
  if (/^"[^]*"$/.test(written)) return { key, value: written.slice(1, -1) };
  // An opening quotation mark without a closing one: the output was cut off.
  if (written.startsWith('"') || written.startsWith("'") !== (written.endsWith("'") && written.length > 1))
    return null;
  repairs.add('quotes');
  return { key, value: written.startsWith("'") ? written.slice(1, -1) : written };
}
