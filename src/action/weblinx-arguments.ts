/**
 * Parses the arguments of one action by matching known arguments from both ends. The rest is the model's text, which
 * may contain quotation marks, commas and brackets.
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

interface ArgumentSchema {
  /** Arguments that are not free text; a pattern can therefore find where their values end. */
  knownNames: readonly string[];
  /** Accepted names of the text argument. */
  textNames?: readonly string[];
}

const SCHEMAS: Readonly<Partial<Record<EvalIntent, ArgumentSchema>>> = {
  say: { knownNames: ['speaker', 'timestamp'], textNames: ['utterance'] },
  click: { knownNames: LOCATION_ARGUMENTS },
  hover: { knownNames: LOCATION_ARGUMENTS, textNames: ['text'] },
  textinput: { knownNames: LOCATION_ARGUMENTS, textNames: ['text', 'value'] },
  change: { knownNames: LOCATION_ARGUMENTS, textNames: ['value'] },
  submit: { knownNames: LOCATION_ARGUMENTS },
  copy: { knownNames: LOCATION_ARGUMENTS, textNames: ['text'] },
  paste: { knownNames: LOCATION_ARGUMENTS, textNames: ['text'] },
  load: { knownNames: ['type', 'qualifiers', 'timestamp'], textNames: ['url'] },
  scroll: { knownNames: ['x', 'y', 'timestamp'] },
  tabcreate: { knownNames: ['target', 'timestamp'] },
  tabremove: { knownNames: ['target', 'timestamp'] },
  tabswitch: { knownNames: ['origin', 'target', 'timestamp'] },
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
  const knownNames = new Set([...schema.knownNames, ...(hasIntentArgument ? ['intent'] : [])]);
  const args = new Map<string, string>();
  const repairs = new Set<'missing-comma' | 'quotes'>();
  const addArgument = (name: string, value: string): void => {
    if (value.startsWith("'")) repairs.add('quotes');
    args.set(name, /^["']/.test(value) ? value.slice(1, -1) : value);
  };

  let remainingText = strip(body).replace(/,$/, '').trimEnd();
  for (;;) {
    const [match, name, value, separator] = FIRST_ARGUMENT.exec(remainingText) ?? [];
    if (match === undefined || !knownNames.has(name!.toLowerCase())) break;
    addArgument(name!.toLowerCase(), value!);
    if (separator !== '' && !separator!.includes(',')) repairs.add('missing-comma');
    remainingText = remainingText.slice(match.length);
  }
  for (;;) {
    const [match, separator, name, value] = LAST_ARGUMENT.exec(remainingText) ?? [];
    if (match === undefined || !knownNames.has(name!.toLowerCase())) break;
    addArgument(name!.toLowerCase(), value!);
    if (separator !== '' && !separator!.includes(',')) repairs.add('missing-comma');
    remainingText = remainingText.slice(0, -match.length);
  }
  if (remainingText === '') return { args, text: null, repairs: [...repairs] };
  const text = parseTextArgument(remainingText, schema.textNames ?? [], repairs);
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
