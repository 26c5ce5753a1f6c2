/**
 * Parses the arguments of one action by matching known arguments from both ends. The rest is the model's text, which
 * may contain quotation marks, commas and brackets (spec 6.3).
 */
import { strip } from '../python/index.js';
import type { EvalIntent } from './weblinx-intents.js';

export interface ParsedArguments {
  /** All arguments except the text, without quotation marks. The names are in lower case. */
  args: ReadonlyMap<string, string>;
  /** The model's own text. */
  text: { key: string; value: string } | null;
  repairs: readonly ('missing-comma' | 'quotes')[];
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
  /** Arguments that are not free text; a pattern can therefore find where their values end. */
  known: readonly string[];
  /** Accepted names of the text argument. */
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

const NAME_PATTERN = String.raw`([a-z][\w-]*)\s*=\s*`;
const VALUE_PATTERN = String.raw`("[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"',(){}=]+)`;
const FIRST_ARGUMENT = new RegExp(
  `^${NAME_PATTERN}${VALUE_PATTERN}(\\s*,\\s*|\\s+(?=[a-z][\\w-]*\\s*=)|$)`,
  'i',
);
const LAST_ARGUMENT = new RegExp(`(^|,\\s*|\\s+)${NAME_PATTERN}${VALUE_PATTERN}$`, 'i');

/**
 * @param body the text between the brackets of the call
 * @param hasIntentArgument whether the action's name is one of the arguments, as in MindAct's output
 * @returns null if any part of the text does not match
 */
export function matchArguments(
  body: string,
  intent: EvalIntent,
  hasIntentArgument: boolean,
): ParsedArguments | null {
  const schema = SCHEMAS[intent];
  if (schema === undefined) return null;
  const known = new Set([...schema.known, ...(hasIntentArgument ? ['intent'] : [])]);
  const args = new Map<string, string>();
  const repairs = new Set<'missing-comma' | 'quotes'>();
  const addArgument = (name: string, value: string): void => {
    if (value.startsWith("'")) repairs.add('quotes');
    args.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  };

  let rest = strip(body).replace(/,$/, '').trimEnd();
  for (;;) {
    const [all, name, value, separator] = FIRST_ARGUMENT.exec(rest) ?? [];
    if (all === undefined || !known.has(name!.toLowerCase())) break;
    addArgument(name!.toLowerCase(), value!);
    if (separator !== '' && !separator!.includes(',')) repairs.add('missing-comma');
    rest = rest.slice(all.length);
  }
  for (;;) {
    const [all, separator, name, value] = LAST_ARGUMENT.exec(rest) ?? [];
    if (all === undefined || !known.has(name!.toLowerCase())) break;
    addArgument(name!.toLowerCase(), value!);
    if (separator !== '' && !separator!.includes(',')) repairs.add('missing-comma');
    rest = rest.slice(0, -all.length);
  }
  if (rest === '') return { args, text: null, repairs: [...repairs] };
  const text = parseTextArgument(rest, schema.text ?? [], repairs);
  return text === null ? null : { args, text, repairs: [...repairs] };
}

function parseTextArgument(
  rest: string,
  names: readonly string[],
  repairs: Set<'missing-comma' | 'quotes'>,
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
