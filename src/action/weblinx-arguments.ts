/**
 * Parses the arguments of one action by matching known arguments from both ends. The rest is the model's text, which
 * may contain quotation marks, commas and brackets (spec 6.3).
 */
import { strip } from '../python/index.js';
import type { EvalIntent } from './weblinx-intents.js';

export interface ParsedArguments {
  /** All arguments except the text, without quotation marks. Names in lower case. */
  args: ReadonlyMap<string, string>;
  /** The model's own text. */
  text: { key: string; value: string } | null;
  repairs: readonly ('comma' | 'quotes')[];
}

const LOCATION_ARGUMENTS = [
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
  known: readonly string[];
  /** Names of the text argument. */
  text?: readonly string[];
}

const SCHEMAS: Readonly<Partial<Record<EvalIntent, Schema>>> = {
  say: { known: ['speaker', 'timestamp'], text: ['utterance'] },
  click: { known: LOCATION_ARGUMENTS },
  hover: { known: LOCATION_ARGUMENTS, text: ['text'] },
  textinput: { known: LOCATION_ARGUMENTS, text: ['text', 'value'] },
  change: { known: LOCATION_ARGUMENTS, text: ['value'] },
  submit: { known: LOCATION_ARGUMENTS },
  copy: { known: LOCATION_ARGUMENTS, text: ['text'] },
  paste: { known: LOCATION_ARGUMENTS, text: ['text'] },
  load: { known: ['type', 'qualifiers', 'timestamp'], text: ['url'] },
  scroll: { known: ['x', 'y', 'timestamp'] },
  tabcreate: { known: ['target', 'timestamp'] },
  tabremove: { known: ['target', 'timestamp'] },
  tabswitch: { known: ['origin', 'target', 'timestamp'] },
};

const NAME = String.raw`([a-z][\w-]*)\s*=\s*`;
const VALUE = String.raw`("[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"',(){}=]+)`;
const FIRST = new RegExp(`^${NAME}${VALUE}(\\s*,\\s*|\\s+(?=[a-z][\\w-]*\\s*=)|$)`, 'i');
const LAST = new RegExp(`(^|,\\s*|\\s+)${NAME}${VALUE}$`, 'i');

/**
 * @param wrapped the action's name is one of the arguments, as MindAct writes it
 * @returns null if some input does not match
 */
export function matchArguments(body: string, intent: EvalIntent, wrapped: boolean): ParsedArguments | null {
  const schema = SCHEMAS[intent];
  if (schema === undefined) return null;
  const known = new Set([...schema.known, ...(wrapped ? ['intent'] : [])]);
  const args = new Map<string, string>();
  const repairs = new Set<'comma' | 'quotes'>();
  const take = (name: string, value: string): void => {
    if (value.startsWith("'")) repairs.add('quotes');
    args.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  };

  let rest = strip(body).replace(/,$/, '').trimEnd();
  for (let m = FIRST.exec(rest); m !== null && known.has(m[1]!.toLowerCase()); m = FIRST.exec(rest)) {
    take(m[1]!.toLowerCase(), m[2]!);
    if (m[3] !== '' && !m[3]!.includes(',')) repairs.add('comma');
    rest = rest.slice(m[0].length);
  }
  for (let m = LAST.exec(rest); m !== null && known.has(m[2]!.toLowerCase()); m = LAST.exec(rest)) {
    take(m[2]!.toLowerCase(), m[3]!);
    if (m[1] !== '' && !m[1]!.includes(',')) repairs.add('comma');
    rest = rest.slice(0, m.index);
  }
  if (rest === '') return { args, text: null, repairs: [...repairs] };
  const text = parseTextArgument(rest, schema.text ?? [], repairs);
  return text === null ? null : { args, text, repairs: [...repairs] };
}

function parseTextArgument(
  rest: string,
  names: readonly string[],
  repairs: Set<'comma' | 'quotes'>,
): ParsedArguments['text'] {
  const match = /^([a-z]+)\s*=\s*([^]*)$/i.exec(rest);
  const key = match?.[1]!.toLowerCase();
  const value = match?.[2]!.trimEnd();
  if (key === undefined || value === undefined || !names.includes(key)) return null;
  if (/^"[^]*"$/.test(value)) return { key, value: value.slice(1, -1) };
  // An opening quotation mark without a closing one: the output was cut off.
  if (value.startsWith('"') || value.startsWith("'") !== (value.endsWith("'") && value.length > 1))
    return null;
  repairs.add('quotes');
  return { key, value: value.startsWith("'") ? value.slice(1, -1) : value };
}
