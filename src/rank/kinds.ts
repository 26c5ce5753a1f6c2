/** Derives the kind of element from an instruction's verb and noun, and how well an element fits. */
import type { Candidate } from '../contract/index.js';
import { parseValue } from './query.js';

type ActionKind = 'field' | 'choice' | 'value' | 'tick' | 'press' | 'open';

const VERBS: [ActionKind, RegExp][] = [
  ['field', /\b(type|enter|write|fill|input|put|search|paste|correct)\b/],
  ['choice', /\b(select|choose|pick)\b/],
  // "Set" and "to" introduce a value of a field or choice.
  ['value', /\b(set|change|make it|use|is now|should be|starts? at|ends? at|my [a-z -]+ is)\b/],
  ['tick', /\b(check|tick|uncheck|untick|toggle|enable|disable|turn (on|off)|switch (on|off))\b/],
  ['press', /\b(click|press|tap|hit|submit)\b/],
  ['open', /\b(open|go to|follow|visit|show|expand|close|read|view)\b/],
];

/** Nouns that name a role. */
const NOUNS: [RegExp, (candidate: Candidate) => boolean][] = [
  [/\bbutton\b/, (c) => c.role === 'button'],
  [/\blink\b/, (c) => c.role === 'link'],
  [/\btab\b/, (c) => c.role === 'tab'],
  [/\b(check ?box|tick ?box)\b/, (c) => c.role === 'checkbox'],
  [/\b(drop-?down|combo ?box|select box)\b/, (c) => c.role === 'combobox' || c.role === 'listbox'],
  [/\bradio\b/, (c) => c.role === 'radio'],
  [/\b(switch|toggle)\b/, (c) => c.role === 'switch' || c.role === 'checkbox'],
  [/\b(field|text ?box|search (bar|box)|input)\b/, (c) => isField(c)],
  [
    /\b(icon|image|picture|logo)\b/,
    (c) => c.role === 'img' || c.folded.some((element) => element.role === 'img'),
  ],
  [/\bbox\b/, (c) => isField(c) || c.role === 'checkbox' || c.role === 'combobox'],
  [/\b(heading|title)\b/, (c) => c.role === 'heading'],
  [
    /\bmenu\b/,
    (c) => c.role === 'menuitem' || c.states.expanded !== undefined || 'aria-haspopup' in c.attributes,
  ],
];

/** Roles that the noun can mean if the page has none of the named role. */
const LOOSE_NOUNS: [RegExp, (candidate: Candidate) => boolean][] = [
  [/\bbutton\b/, (c) => c.interactive && !isField(c)],
  [/\blink\b/, (c) => c.interactive && !isField(c) && !isCheckable(c)],
  [/\btab\b/, (c) => c.role === 'link' || c.role === 'button' || c.role === 'radio'],
  [
    /\b(check ?box|tick ?box)\b/,
    (c) => c.role === 'switch' || c.role === 'menuitemcheckbox' || c.states.checked !== undefined,
  ],
  [/\b(drop-?down|combo ?box|select box|menu)\b/, (c) => c.interactive && c.states.haspopup !== undefined],
  [/\bradio\b/, (c) => c.states.checked !== undefined || c.states.pressed !== undefined],
  [/\b(switch|toggle)\b/, (c) => c.states.pressed !== undefined || c.states.checked !== undefined],
  [/\b(icon|image|picture|logo)\b/, (c) => c.interactive && c.text.length <= 2],
];

export function isField(candidate: Candidate): boolean {
  return (
    candidate.states.editable === true || ['textbox', 'searchbox', 'spinbutton'].includes(candidate.role)
  );
}

function isCheckable({ role }: Candidate): boolean {
  return ['checkbox', 'switch', 'radio', 'menuitemcheckbox'].includes(role);
}

function fitsKind(kind: ActionKind, candidate: Candidate): boolean {
  switch (kind) {
    case 'field':
      return isField(candidate) || candidate.role === 'combobox';
    case 'choice':
      return ['combobox', 'listbox', 'radio', 'option', 'menuitem', 'tab'].includes(candidate.role);
    case 'value':
      return (
        isField(candidate) || ['combobox', 'listbox', 'radio', 'option', 'slider'].includes(candidate.role)
      );
    case 'tick':
      return isCheckable(candidate);
    case 'open':
      return candidate.interactive && !isField(candidate) && !isCheckable(candidate);
    case 'press':
      return candidate.interactive && !isField(candidate);
  }
}

/** Creates a test for the kind of element that the query names; null if it names none. */
export function createNounTest(query: string): ((candidate: Candidate) => boolean) | null {
  const text = query.toLowerCase();
  const nouns = NOUNS.filter(([pattern]) => pattern.test(text));
  return nouns.length ? (candidate) => nouns.some(([, matches]) => matches(candidate)) : null;
}

/** Like `createNounTest`, but for elements that only look or work like the named kind. */
export function createLooseNounTest(query: string): ((candidate: Candidate) => boolean) | null {
  const text = query.toLowerCase();
  const nouns = LOOSE_NOUNS.filter(([pattern]) => pattern.test(text));
  return nouns.length ? (candidate) => nouns.some(([, matches]) => matches(candidate)) : null;
}

/** Finds the action of the query's first verb; null if the query has none. */
export function findActionKind(query: string): ActionKind | null {
  const text = query.toLowerCase();
  let firstVerb: { kind: ActionKind; position: number } | null = null;
  // "Change", "set" or "use" without a value is not typing.
  const hasValue = parseValue(query) !== null || /\d|["“”]/.test(query);
  for (const [kind, pattern] of VERBS) {
    const position = kind === 'value' && !hasValue ? -1 : text.search(pattern);
    if (position >= 0 && (!firstVerb || position < firstVerb.position)) firstVerb = { kind, position };
  }
  return firstVerb && firstVerb.kind;
}

/** Creates a test for elements that accept the query's first verb; null if the query has none. */
export function createVerbTest(query: string): ((candidate: Candidate) => boolean) | null {
  const kind = findActionKind(query);
  return kind && ((candidate) => fitsKind(kind, candidate));
}
