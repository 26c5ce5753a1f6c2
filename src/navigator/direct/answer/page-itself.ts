/** Answers questions about the page itself: title, URL, headings, messages, and states and values of controls. */
import type { Candidate } from '../../../contract/index.js';
import { describe, short } from '../ground/describe.js';
import { clickable, ground } from '../ground/ground.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { nameOf } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readTarget } from '../language/target.js';
import { clip, fold, stem, tokens } from '../text.js';
import { type Answer, told } from './facts.js';

const ORDER: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  last: -1,
};

function control(phrase: string, view: View, suits: (c: Candidate) => number): Candidate | null {
  const found = ground({ target: readTarget(phrase, []), suits, asField: true }, view);
  return found.kind === 'one' ? found.hit.candidate : null;
}

/** Reads headings, paragraphs and entries by position: "read the first paragraph". */
function readOut(q: string, view: View): Answer | null {
  const m =
    /^(?:read|what is|what's|what does|quote|give me|say)\s*(?:me |out |aloud )?(?:the )?(first|second|third|fourth|fifth|last|main)?\s*(paragraph|heading|headline|title|line|item|entry|row|notice|message|alert|status(?: message)?|error(?: message)?|warning|notification|text|intro(?:duction)?)\b(?: (?:say|says|read))?(?: (?:of|on|in) (?:this|the) page)?\s*\??$/u.exec(
      q,
    );
  if (!m) return null;
  const { text, notices, title } = view.observation;
  const kind = m[2]!;
  if (/notice|message|alert|status|error|warning|notification/u.test(kind)) {
    const said = notices.at(-1) ?? text.findLast((b) => b.kind === 'status')?.text;
    return said ? told(`The page says: “${clip(said, 300)}”`) : null;
  }
  if (kind === 'title' && !m[1]) return told(`The title of this page is “${title}”`);
  const of = {
    paragraph: ['paragraph'],
    text: ['paragraph'],
    intro: ['paragraph'],
    introduction: ['paragraph'],
    heading: ['heading'],
    headline: ['heading'],
    title: ['heading'],
    line: ['paragraph', 'item', 'row'],
    item: ['item'],
    entry: ['item'],
    row: ['row'],
  }[kind] ?? ['paragraph'];
  const list = text.filter((b) => of.includes(b.kind) && (kind !== 'headline' || (b.level ?? 9) <= 2));
  const n = ORDER[m[1] ?? 'first'] ?? 0;
  const block = n < 0 ? list.at(n) : list[n];
  return block ? told(`“${clip(block.text, 600)}”`) : null;
}

/** "Is X checked?", "what is in the X field?", "what are the options of X?". */
function stateOf(q: string, view: View): Answer | null {
  let m =
    /^(?:is|are|was|whether) (?:the )?(.+?) (checked|ticked|done|completed|selected|enabled|disabled|on|off|turned on|turned off|unchecked|active|empty|filled(?: in)?|expanded|collapsed|open|closed|pressed)\s*\??$/u.exec(
      q,
    );
  if (m) {
    const c = control(m[1]!, view, (x) =>
      isTickable(x) || x.states.pressed !== undefined || x.states.selected !== undefined || isField(x)
        ? 1
        : x.states.expanded !== undefined || x.interactive
          ? 0.9
          : 0,
    );
    if (!c) return null;
    const asked = m[2]!;
    const has: boolean | undefined =
      /enabled|disabled/u.test(asked) && !isTickable(c)
        ? (c.states.disabled === true) === (asked === 'disabled')
        : /empty|filled/u.test(asked)
          ? ((c.value ?? '') === '') === (asked === 'empty')
          : /expanded|collapsed|open|closed/u.test(asked)
            ? c.states.expanded === undefined
              ? undefined
              : c.states.expanded === /expanded|open/u.test(asked)
            : ((s) =>
                s === undefined ? undefined : (s === true) === !/off|unchecked|disabled/u.test(asked))(
                c.states.checked ?? c.states.pressed ?? c.states.selected,
              );
    return has === undefined
      ? null
      : told(`${has ? 'Yes' : 'No'}, ${describe(c)} is ${has ? '' : 'not '}${asked}`);
  }
  m =
    /^(?:what is|what's|what does|what value is|which value is|what text is|what stands) (?:the )?(?:value |current value |content |contents )?(?:of |in )?(?:the )?(.+?)(?: (?:field|box|input))?(?: (?:set to|say|contain|show|now))?\s*\??$/u.exec(
      q,
    );
  if (m && /\b(?:field|box|input|value|set to|selected in|contain)\b/u.test(q)) {
    const c = control(m[1]!, view, (x) => (isField(x) || isSelect(x) || x.value !== undefined ? 1 : 0));
    if (c)
      return told(
        isSelect(c)
          ? `${describe(c)} is set to “${c.options?.find((o) => o.selected)?.label ?? c.text}”`
          : c.value
            ? `${describe(c)} contains “${c.value}”`
            : `${describe(c)} is empty`,
      );
  }
  m =
    /^(?:what|which|list (?:the )?)\s*(?:options|choices|values)?(?: are| can i choose| are there| does)?(?: there| available)?(?: in| for| of| under| from)? (?:the )?(.+?)(?: (?:dropdown|list|select|menu|offer|have))*\s*\??$/u.exec(
      q,
    );
  if (m && /\b(?:options|choices|choose)\b/u.test(q)) {
    const c = control(m[1]!, view, (x) => (isSelect(x) || x.options ? 1 : 0));
    if (c?.options)
      return told(
        `${describe(c)} offers ${c.options
          .map((o) => o.label)
          .filter(Boolean)
          .slice(0, 20)
          .join(', ')}`,
      );
  }
  return null;
}

/** Answers questions that need no text passages; null for all others. */
export function answerFromPage(question: string, view: View): Answer | null {
  const q = fold(question);
  const { observation } = view;
  if (
    /^(?:what is|what's|what|tell) (?:the )?(?:title|name) (?:of|for) (?:this|the|that) (?:current )?(?:page|site|tab|document)|^what page (?:am i|are we|is this)|^(?:the )?page title|^which page (?:am i|are we|is this)|^what is this page(?: called)?\??$/u.test(
      q,
    )
  )
    return told(`The title of this page is “${observation.title}”`);
  if (
    /^what (?:is|'s) (?:the )?(?:url|address)(?: of (?:this|the) page)?\??$|^where are (?:we|you)(?: now)?\??$|^(?:the )?(?:current )?url\b/u.test(
      q,
    )
  )
    return told(`The address is ${observation.url}`);
  if (/^(?:what is|what's) (?:the )?(?:main |page |top )?(?:heading|headline)/u.test(q)) {
    const h1 =
      observation.text.find((b) => b.kind === 'heading' && b.level === 1) ??
      observation.text.find((b) => b.kind === 'heading');
    return h1 ? told(`The main heading is “${h1.text}”`) : null;
  }
  return readOut(q, view) ?? stateOf(q, view);
}

const IS_THERE =
  /^(?:is|are) there (?:a |an |any |some )?(.+?)(?: (?:on|in) (?:this|the) (?:page|site|screen))?\s*\??$/u;
const DOES_IT_HAVE =
  /^(?:does|do) (?:this|the) (?:page|site) (?:have|contain|show) (?:a |an |any )?(.+?)\s*\??$/u;

export function presence(q: string, view: View): Answer | null {
  const said = (IS_THERE.exec(q) ?? DOES_IT_HAVE.exec(q))?.[1];
  if (said === undefined) return null;
  const many = /^are there\b/u.test(q);
  const none = many ? saysNone(said, view) : null;
  if (none !== null) return told(`No: the page says “${clip(none, 200)}”`);
  const found = ground(
    { target: readTarget(said, []), suits: (c) => Math.max(clickable(c), c.role === 'heading' ? 0.97 : 0) },
    view,
  );
  if (found.kind === 'none') return null;
  const hits = found.kind === 'one' ? [found.hit] : found.hits;
  // A link to the images, or their heading, is not an image.
  const titles = many && hits.every(({ candidate: c }) => c.role !== 'img' && fold(nameOf(c)) === said);
  if (titles) return null;
  if (hits.length === 1) return told(`Yes, there is ${short(hits[0]!.candidate)}`);
  const shown = hits.slice(0, 4).map((h) => describe(h.candidate));
  return told(`Yes, there are ${hits.length}: ${shown.join(', ')}`);
}

/** Finds a text that says there are none: "You haven't uploaded any images", "No comments yet". */
function saysNone(thing: string, view: View): string | null {
  const [noun, ...more] = tokens(thing);
  if (noun === undefined || more.length > 0) return null;
  const line = view.observation.text.find(
    ({ text }) => text.length < 200 && NONE.test(fold(text)) && nounAfter(fold(text), noun),
  );
  return line?.text ?? null;
}

const NONE = /(?:^|\. |\b(?:are|were|is|found|has|have|sorry,?) )no\b|(?:n't|\bnot|\bnever)\b.{0,30}\bany\b/u;
const nounAfter = (text: string, noun: string): boolean =>
  tokens(text.slice(text.search(/\b(?:no|any)\b/u)))
    .slice(1, 3)
    .some((word) => stem(word) === stem(noun));

const IT = '(?:it|that|this|everything|(?:the|my) \\p{L}+(?: \\p{L}+)?)';
const DONE =
  '(?:saved|stored|sent|added|created|deleted|removed|changed|updated|done|accepted|taken|submitted|successful|ok|okay)';
const ASKS_WHETHER_DONE = new RegExp(
  `^(?:and |so |ok(?:ay)?,? )?(?:(?:was|is|were|has|have) ${IT} (?:been )?(?:really |now |already )?${DONE}(?: (?:now|already|successfully|correctly))?` +
    `|(?:did|has) ${IT} (?:work(?:ed)?|succeed(?:ed)?|go(?:ne)? through|fail(?:ed)?|save|get saved|go well)` +
    `|(?:did|was) (?:it|that) (?:a success|successful))$`,
  'u',
);
/** Classes and ids that pages use for messages. */
const MESSAGE =
  /\b(?:alert|success|message(?:s|list)?|notice|notification|flash|toast|status|snackbar|banner|error(?:s|note|list)?)\b/iu;

const marks = (c: Candidate): string =>
  `${c.attributes.class ?? ''} ${c.attributes.id ?? ''}`.replace(/[-_]/gu, ' ');

/** Returns the latest message on the page. */
function messageOn(view: View): string | null {
  const { notices, text } = view.observation;
  const marked = view.candidates.find(
    (c) =>
      c.visible &&
      !c.interactive &&
      c.text.length > 5 &&
      c.text.length <= 300 &&
      c.landmark !== 'nav' &&
      (MESSAGE.test(marks(c)) || c.role === 'alert' || c.role === 'status'),
  );
  return notices.at(-1) ?? text.findLast((b) => b.kind === 'status')?.text ?? marked?.text ?? null;
}

export function answerFromMessage(question: string, view: View): Answer | null {
  const q = fold(question).replace(/[?.! ]+$/u, '');
  if (!ASKS_WHETHER_DONE.test(q)) return null;
  const said = messageOn(view);
  return told(said ? `The page says: “${clip(said, 300)}”` : 'The page shows no message about that');
}
