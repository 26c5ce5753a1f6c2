/**
 * Parses a model's reply. `parseFaithful` uses the patterns of the released code in their order, with their quirks.
 * `parseHardened` uses the last action line, anchors each pattern, and supports the additional actions. Pure.
 */

export type VoyagerAction =
  | { do: 'click' | 'hover'; label: number }
  /** `enter`: Enter is pressed after typing. */
  | { do: 'type'; label: number; text: string; enter: boolean }
  | { do: 'append'; label: number; text: string }
  | { do: 'select'; label: number; option: string }
  /** `label: null` scrolls the window. */
  | { do: 'scroll'; label: number | null; direction: 'up' | 'down' }
  | { do: 'press'; key: string }
  | { do: 'switchTab'; tab: number }
  | { do: 'wait' | 'back' | 'google' }
  | { do: 'answer' | 'ask' | 'say'; text: string }
  | { do: 'memorize'; text: string };

export type ParsedReply =
  | { ok: true; thought: string; action: VoyagerAction }
  /** `format`: the reply lacks `Thought:` or `Action:`. `action`: the action is unknown. */
  | { ok: false; fault: 'format' | 'action'; thought: string; actionText: string };

export function parseFaithful(reply: string): ParsedReply {
  if (!reply.includes('Thought:') || !reply.includes('Action:'))
    return { ok: false, fault: 'format', thought: '', actionText: '' };
  const [, thought = '', actionText = ''] = reply
    .split(/Thought:|Action:|Observation:/)
    .map((part) => part.trim());
  const action = matchFaithfulAction(actionText);
  return action ? { ok: true, thought, action } : { ok: false, fault: 'action', thought, actionText };
}

/** The order matters: an answer that mentions `Click 5` counts as a click. */
function matchFaithfulAction(text: string): VoyagerAction | null {
  const click = /Click \[?(\d+)\]?/.exec(text);
  if (click) return { do: 'click', label: Number(click[1]) };
  const type = /Type \[?(\d+)\]?[; ]+\[?([^\n][^\]]*)\]?/.exec(text);
  if (type) return { do: 'type', label: Number(type[1]), text: type[2]!, enter: true };
  const scroll = /Scroll \[?(\d+|WINDOW)\]?[; ]+\[?(up|down)\]?/.exec(text);
  if (scroll)
    return {
      do: 'scroll',
      label: scroll[1] === 'WINDOW' ? null : Number(scroll[1]),
      direction: scroll[2] as 'up' | 'down',
    };
  if (text.startsWith('Wait')) return { do: 'wait' };
  if (text.startsWith('GoBack')) return { do: 'back' };
  if (text.startsWith('Google')) return { do: 'google' };
  const answer = /ANSWER[; ]+\[?([^\n][^\]]*)\]?/.exec(text);
  return answer ? { do: 'answer', text: answer[1]! } : null;
}

/** `Action:` at the start of a line; it may be a heading, in bold type or quoted. */
const ACTION_LABEL = /^[ \t]*[*#>`_ \t]*action[*_` \t]*:/gim;
const THOUGHT_LABEL = /^[ \t]*[*#>`_ \t]*thoughts?[*_` \t]*:[*_` \t]*/im;
/** Some models continue after their action with an invented observation or thought. */
const NEXT_LABEL = /\n[ \t]*[*#>`_ \t]*(observation|thought)[*_` \t]*:/gi;
/** Actions whose text extends to the end of the reply, so it may contain lines that begin with `Thought:`. */
const TEXT_ACTIONS = /^(?:answer|ask|say|memori[sz]e)\b/i;

export function parseHardened(reply: string): ParsedReply {
  const labels = [...reply.matchAll(ACTION_LABEL)];
  const thought = findThought(reply, labels[0]?.index ?? reply.length);
  if (labels.length === 0) return { ok: false, fault: 'format', thought, actionText: '' };
  // An answer may contain a line that begins with “Action:”, so the last label with a valid action counts.
  for (const label of labels.toReversed()) {
    const action = matchHardenedAction(getActionTextAfter(reply, label));
    if (action) return { ok: true, thought, action };
  }
  return { ok: false, fault: 'action', thought, actionText: getActionTextAfter(reply, labels.at(-1)!) };
}

const getActionTextAfter = (reply: string, label: RegExpExecArray): string =>
  cleanActionText(reply.slice(label.index + label[0].length), /[*_`]/.test(label[0]));

function findThought(reply: string, end: number): string {
  const textBefore = reply.slice(0, end);
  const label = THOUGHT_LABEL.exec(textBefore);
  return (label ? textBefore.slice(label.index + label[0].length) : textBefore).trim();
}

/**
 * Removes text after the action, and Markdown around the whole action: `**Click [3]**`. Such characters inside the
 * action are text: `Type [3]; snake_case_`.
 *
 * @param isMarked whether the label has Markdown too. Then the characters after its colon belong to the label:
 *   `**Action:** Click [3]`
 */
function cleanActionText(text: string, isMarked: boolean): string {
  const start = (isMarked ? text.replace(/^[*_` \t]+/, '') : text).trim();
  const block = /^`{3}\w*\n([^]*?)(?:\n`{3}|$)/.exec(start);
  if (block) return cutNextLabel(block[1]!).trim();
  const openingMarks = /^[`*_]+/.exec(start)?.[0] ?? '';
  const markedText = cutNextLabel(start.slice(openingMarks.length)).trim();
  const closingMarks = [...openingMarks].toReversed().join('');
  return openingMarks !== '' && markedText.endsWith(closingMarks)
    ? markedText.slice(0, -openingMarks.length).trim()
    : markedText;
}

function cutNextLabel(text: string): string {
  for (const { index, 1: label } of text.matchAll(NEXT_LABEL)) {
    const isText = TEXT_ACTIONS.test(text) && label!.toLowerCase() === 'thought';
    if (!isText && !hasOpenBracket(text.slice(0, index))) return text.slice(0, index);
  }
  return text;
}

const hasOpenBracket = (text: string): boolean => text.split('[').length > text.split(']').length;

const LABEL = String.raw`\s*[:;]?\s*\[?\s*(\d+)\s*\]?`;
const SEPARATOR = String.raw`\s*[:;,]?\s*`;
const createActionPattern = (source: string): RegExp => new RegExp(`^${source}`, 'i');

const HARDENED_ACTIONS: readonly [RegExp, (match: RegExpExecArray) => VoyagerAction | null][] = [
  [createActionPattern(String.raw`click${LABEL}`), ([, label]) => ({ do: 'click', label: Number(label) })],
  [createActionPattern(String.raw`hover${LABEL}`), ([, label]) => ({ do: 'hover', label: Number(label) })],
  [
    createActionPattern(String.raw`(type|fill)${LABEL}${SEPARATOR}([^]*)$`),
    ([, verb, label, text]) => ({
      do: 'type',
      label: Number(label),
      text: unwrap(text!),
      enter: verb!.toLowerCase() === 'type',
    }),
  ],
  [
    createActionPattern(String.raw`append${LABEL}${SEPARATOR}([^]*)$`),
    ([, label, text]) => ({ do: 'append', label: Number(label), text: unwrap(text!) }),
  ],
  [
    createActionPattern(String.raw`select${LABEL}${SEPARATOR}([^]*)$`),
    ([, label, option]) =>
      unwrap(option!) === '' ? null : { do: 'select', label: Number(label), option: unwrap(option!) },
  ],
  [
    createActionPattern(String.raw`scroll\s*[:;]?\s*\[?\s*(\d+|window)\s*\]?${SEPARATOR}\[?\s*(up|down)`),
    ([, where, direction]) => ({
      do: 'scroll',
      label: where!.toLowerCase() === 'window' ? null : Number(where),
      direction: direction!.toLowerCase() as 'up' | 'down',
    }),
  ],
  [
    createActionPattern(String.raw`press\s*[:;]?\s*([^\n]+)`),
    ([, key]) => ({ do: 'press', key: unwrap(key!.replace(/[.;]$/, '')) }),
  ],
  [
    createActionPattern(String.raw`switch\s?tab${LABEL}`),
    ([, tab]) => ({ do: 'switchTab', tab: Number(tab) }),
  ],
  [createActionPattern(String.raw`wait\b`), () => ({ do: 'wait' })],
  [createActionPattern(String.raw`go\s?back\b`), () => ({ do: 'back' })],
  [createActionPattern(String.raw`google\b`), () => ({ do: 'google' })],
  [
    createActionPattern(String.raw`(answer|ask|say|memorize|memorise)\b${SEPARATOR}([^]*)$`),
    ([, verb, text]) =>
      unwrap(text!) === '' ? null : { do: TEXT_VERBS[verb!.toLowerCase()]!, text: unwrap(text!) },
  ],
];

const TEXT_VERBS: Readonly<Record<string, 'answer' | 'ask' | 'say' | 'memorize'>> = {
  answer: 'answer',
  ask: 'ask',
  say: 'say',
  memorize: 'memorize',
  memorise: 'memorize',
};

function matchHardenedAction(text: string): VoyagerAction | null {
  for (const [expression, toAction] of HARDENED_ACTIONS) {
    const match = expression.exec(text);
    if (match) return toAction(match);
  }
  return null;
}

/** Removes one pair of brackets around the whole text. `[a] and [b]` has no such pair. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return trimmed;
  let depth = 0;
  for (const [index, character] of [...trimmed].entries()) {
    depth += character === '[' ? 1 : character === ']' ? -1 : 0;
    if (depth === 0 && index < Array.from(trimmed).length - 1) return trimmed;
  }
  return trimmed.slice(1, -1).trim();
}
