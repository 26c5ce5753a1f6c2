/** Answers questions about the page itself: title, URL, headings, messages, counts, states and values of controls. */
import type { Candidate } from '../../../contract/index.js';
import { readTarget } from '../language/target.js';
import { describe } from '../ground/describe.js';
import { ground } from '../ground/ground.js';
import { isField, isLink, isSelect, isTickable } from '../ground/kinds.js';
import { listOf } from '../ground/lists.js';
import { clip, fold, sentence } from '../text.js';
import type { View } from '../ground/view.js';
import { type Answer, presence } from './presence.js';

export type { Answer } from './presence.js';

const told = (text: string): Answer => ({ text: sentence(text), found: true });
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

const COUNTED: Readonly<Record<string, (c: Candidate) => boolean>> = {
  link: isLink,
  button: (c) => c.role === 'button',
  checkbox: (c) => c.role === 'checkbox',
  field: isField,
  input: isField,
  image: (c) => c.role === 'img' || c.role === 'image' || c.folded.some((a) => a.tag === 'img'),
  picture: (c) => c.role === 'img' || c.role === 'image',
  heading: (c) => c.role === 'heading',
  tab: (c) => c.role === 'tab',
  row: (c) => c.tag === 'tr' && !/thead/u.test(c.xpath),
};

function countOf(q: string, view: View): Answer | null {
  const m =
    /^(?:how many|count (?:the )?|what is the number of) ?([a-z -]+?)s?(?: (?:are|is|do|does|can|were) .*| on .*| in .*|\?)?$/u.exec(
      q,
    );
  if (!m) return null;
  const noun = m[1]!
    .trim()
    .replace(/^search /u, '')
    .replace(/(?:es|s)$/u, '');
  const key = Object.keys(COUNTED).find(
    (k) => noun === k || noun === `table ${k}` || (k === 'checkbox' && noun === 'check box'),
  );
  if (key) {
    const n = view.candidates.filter((c) => COUNTED[key]!(c)).length;
    return n
      ? told(`I count ${n} ${n === 1 ? key : key === 'checkbox' ? 'checkboxes' : `${key}s`} on this page`)
      : null;
  }
  if (/^(?:result|hit|match)$/u.test(noun)) {
    const line = view.observation.text.find(
      (b) =>
        /\b\d[\d,.]*\s+(?:search )?(?:results?|hits|matches)\b|\bresults?\b.{0,20}\d/iu.test(b.text) &&
        b.text.length < 200,
    );
    if (line) return told(line.text);
    // Only a results page has results to count.
    const { title, url } = view.observation;
    const n = /\b(?:search|results?)\b/iu.test(`${title} ${url}`) ? listOf(view, 'result').length : 0;
    return n ? told(`I count ${n} on this page`) : null;
  }
  return null;
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
    /^(?:is|are|was|whether) (?:the )?(.+?) (checked|ticked|selected|enabled|disabled|on|off|turned on|turned off|unchecked|active|empty|filled(?: in)?|expanded|collapsed|open|closed|pressed)\s*\??$/u.exec(
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
    /^what (?:is|'s) (?:the )?(?:url|address)(?: of (?:this|the) page)?|^where are (?:we|you)(?: now)?\??$|^(?:the )?(?:current )?url\b/u.test(
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
  return countOf(q, view) ?? readOut(q, view) ?? stateOf(q, view) ?? presence(q, view);
}
