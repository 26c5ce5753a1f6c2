/** Answers questions about the page itself: title, URL, headings, messages, and the states and values of controls. */
import type { Candidate } from '../../../contract/index.js';
import { describe, describeBriefly } from '../ground/describe.js';
import { scoreClickable, ground } from '../ground/ground.js';
import { isField, isSelect, isTickable } from '../ground/kinds.js';
import { getName } from '../ground/names.js';
import type { View } from '../ground/view.js';
import { readTarget } from '../language/target.js';
import { ORDINALS } from '../lexicon/places.js';
import { POSTCODE } from '../lexicon/questions.js';
import { clip, collapseSpaces, fold, stem, tokenize } from '../text.js';
import { type Answer, createAnswer } from './facts.js';
import { getFieldValue, getTextWithoutActions } from './page-text.js';
import type { ParsedQuestion } from './parse-question.js';
import { splitSentences } from './sentences.js';
import { getContentWords, hasAllWords, hasWord, isSameText } from './words.js';

function findControl(
  phrase: string,
  view: View,
  scoreSuitability: (c: Candidate) => number,
): Candidate | null {
  const grounding = ground({ target: readTarget(phrase, []), scoreSuitability, asField: true }, view);
  return grounding.kind === 'one' ? grounding.hit.candidate : null;
}

const MAX_ADDRESS_LENGTH = 150;

const MESSAGE_NOUNS = 'notice|message|alert|status(?: message)?|error(?: message)?|warning|notification';
const READ_REQUEST = new RegExp(
  '^(?:read|what is|what does|quote|give me|say) ?(?:me |out |aloud )?(?:the )?(first|second|third|fourth|fifth|last|main)? ?' +
    `(paragraph|heading|headline|title|line|item|entry|row|text|intro(?:duction)?|${MESSAGE_NOUNS})(?: (?:say|says|read))?(?: (?:of|on|in) (?:this|the) page)?$`,
  'u',
);
const BLOCK_KINDS: Readonly<Record<string, readonly string[]>> = {
  heading: ['heading'],
  headline: ['heading'],
  title: ['heading'],
  line: ['paragraph', 'item', 'row'],
  item: ['item'],
  entry: ['item'],
  row: ['row'],
};

/** Reads messages, headings, paragraphs and entries by position: "read the first paragraph". */
function readByPosition(q: string, view: View): Answer | null {
  const [, position, kind] = READ_REQUEST.exec(q) ?? [];
  if (kind === undefined) return null;
  const { text, notices, title } = view.observation;
  if (new RegExp(`^(?:${MESSAGE_NOUNS})$`, 'u').test(kind)) {
    const message = notices.at(-1) ?? text.findLast((b) => b.kind === 'status')?.text;
    return message
      ? createAnswer(`The page says: “${clip(getTextWithoutActions(message, view), 300)}”`)
      : null;
  }
  // If the page has a field “Title”, "the title" means that field.
  if (!position && view.candidates.some((c) => c.visible && isField(c) && isSameText(getName(c), kind)))
    return null;
  if (kind === 'title' && !position) return createAnswer(`The title of this page is “${title}”`, title);
  const blockKinds = BLOCK_KINDS[kind] ?? ['paragraph'];
  const blocks = text.filter(
    (b) => blockKinds.includes(b.kind) && (kind !== 'headline' || (b.level ?? 9) <= 2),
  );
  const block = position === 'last' ? blocks.at(-1) : blocks[(ORDINALS[position ?? ''] ?? 1) - 1];
  return block ? createAnswer(`“${clip(block.text, 600)}”`, block.text) : null;
}

const CONTROL_STATE_QUESTION =
  /^(?:is|are|was|whether) (?:the )?(.+?) (checked|ticked|done|completed|selected|enabled|disabled|on|off|turned on|turned off|unchecked|active|empty|filled(?: in)?|expanded|collapsed|open|closed|pressed)$/u;

/** Whether a control is in the named state; undefined if it has no such state. */
function isInState(c: Candidate, stateName: string): boolean | undefined {
  const { expanded, checked, pressed, selected, disabled } = c.states;
  if (/enabled|disabled/u.test(stateName) && !isTickable(c))
    return (disabled === true) === (stateName === 'disabled');
  if (/empty|filled/u.test(stateName))
    return isField(c) || c.value !== undefined
      ? ((c.value ?? '') === '') === (stateName === 'empty')
      : undefined;
  if (/expanded|collapsed|open|closed/u.test(stateName))
    return expanded === undefined ? undefined : expanded === /expanded|open/u.test(stateName);
  const isOn = checked ?? pressed ?? selected;
  return isOn === undefined ? undefined : (isOn === true) === !/off|unchecked|disabled/u.test(stateName);
}

const VALUE_QUESTION =
  /^(?:what is|what does|what value is|which value is|what text is|what stands) (?:the )?(?:value |current value |content |contents )?(?:of |in )?(?:the )?(.+?)(?: (?:field|box|input))?(?: (?:set to|say|contain|show|now))?$/u;
const OPTIONS_QUESTION =
  /^(?:what|which|list (?:the )?)\s*(?:options|choices|values)?(?: are| can i choose| are there| does)?(?: there| available)?(?: in| for| of| under| from)? (?:the )?(.+?)(?: (?:dropdown|list|select|menu|offer|have))*$/u;

/** Answers "is X checked?", "what is in the X field?" and "what are the options of X?" */
function answerFromControl(q: string, view: View): Answer | null {
  const [, phrase, stateName] = CONTROL_STATE_QUESTION.exec(q) ?? [];
  if (phrase && stateName) {
    const hasState = (x: Candidate): boolean =>
      isTickable(x) || isField(x) || (x.states.pressed ?? x.states.selected) !== undefined;
    const control = findControl(phrase, view, (x) =>
      hasState(x) ? 1 : x.states.expanded !== undefined || x.interactive ? 0.9 : 0,
    );
    const isTrue = control ? isInState(control, stateName) : undefined;
    return isTrue === undefined
      ? null
      : createAnswer(
          `${isTrue ? 'Yes' : 'No'}, ${describe(control!)} is ${isTrue ? '' : 'not '}${stateName}`,
          undefined,
          getName(control!),
        );
  }
  const fieldPhrase = /\b(?:field|box|input|value|set to|selected in|contain)\b/u.test(q)
    ? VALUE_QUESTION.exec(q)?.[1]
    : undefined;
  const field = fieldPhrase
    ? findControl(fieldPhrase, view, (x) => (isField(x) || isSelect(x) || x.value !== undefined ? 1 : 0))
    : null;
  if (field) {
    if (isSelect(field))
      return createAnswer(
        `${describe(field)} is set to “${getFieldValue(field)}”`,
        getFieldValue(field),
        getName(field),
      );
    return field.value
      ? createAnswer(`${describe(field)} contains “${field.value}”`, field.value, getName(field))
      : createAnswer(`${describe(field)} is empty`);
  }
  const selectPhrase = /\b(?:options|choices|choose)\b/u.test(q) ? OPTIONS_QUESTION.exec(q)?.[1] : undefined;
  const select = selectPhrase
    ? findControl(selectPhrase, view, (x) => (isSelect(x) || x.options ? 1 : 0))
    : null;
  const labels = select?.options?.map(({ label }) => label).filter(Boolean);
  return select && labels
    ? createAnswer(`${describe(select)} offers ${labels.slice(0, 20).join(', ')}`)
    : null;
}

const ASKS_TITLE =
  /^(?:what is|what|tell) (?:the )?(?:title|name) (?:of|for) (?:this|the|that) (?:current )?(?:page|site|tab|document)|^(?:what|which) page (?:am i|are we|is this)|^(?:the )?page title|^what is this page(?: called)?$/u;
const ASKS_URL =
  /^what is (?:the )?(?:url|address)(?: of (?:this|the) page)?$|^where are (?:we|you)(?: now)?$|^(?:the )?(?:current )?url\b/u;
/** Questions that ask for the postal address of the page's owner, if the page shows one. */
const ASKS_POSTAL_ADDRESS =
  /^where are you(?: (?:based|located|situated))?$|^what is (?:the|your)(?: (?:postal|street|office))? address$/u;

/** Finds the only postal address on the page: an address element, or a short text with a postcode. */
function findPostalAddress({ candidates, observation }: View): string | null {
  const hasPostcode = (text: string): boolean => POSTCODE.test(text) && text.length <= MAX_ADDRESS_LENGTH;
  const elements = candidates.filter((c) => c.visible && c.tag === 'address' && /\d/u.test(c.text));
  const texts = elements.length
    ? elements.map(({ text }) => text)
    : observation.text
        .filter((b) => b.kind !== 'row')
        .flatMap((b) => splitSentences(b.text))
        .filter(hasPostcode);
  const [address, ...others] = [...new Set(texts.map(collapseSpaces))];
  return address !== undefined && !others.length ? address : null;
}

/** Answers questions about the page as a whole or its controls; null for all others. */
export function answerFromPage(question: string, view: View): Answer | null {
  const q = fold(question)
    .replace(/\s*[?.!]+$/u, '')
    .replace(/^what's /u, 'what is ');
  const { title, url, text } = view.observation;
  if (ASKS_TITLE.test(q)) return createAnswer(`The title of this page is “${title}”`, title);
  const postalAddress = ASKS_POSTAL_ADDRESS.test(q) ? findPostalAddress(view) : null;
  if (postalAddress !== null)
    return createAnswer(`The page says: “${clip(postalAddress, 200)}”`, postalAddress);
  if (ASKS_URL.test(q)) return createAnswer(`The address is ${url}`, url);
  if (/^what is (?:the )?(?:main |page |top )?(?:heading|headline)/u.test(q)) {
    const headings = text.filter((b) => b.kind === 'heading');
    const main = headings.find(({ level }) => level === 1) ?? headings[0];
    return main ? createAnswer(`The main heading is “${main.text}”`, main.text) : null;
  }
  return readByPosition(q, view) ?? answerFromControl(q, view);
}

/** Suggests a tab that is not open, if it is the only one whose name has all words of the question. */
export function suggestClosedTab({ words, measureWords }: ParsedQuestion, view: View): string | null {
  const tabs = view.candidates.filter(
    (c) =>
      c.visible &&
      c.role === 'tab' &&
      !c.states.selected &&
      hasAllWords(getContentWords(getName(c)), words) &&
      getContentWords(getName(c)).some((word) => hasWord([...words, ...measureWords], word)),
  );
  return tabs.length === 1 ? `The answer may be in the tab “${getName(tabs[0]!)}”` : null;
}

const IS_THERE =
  /^(?:is|are) there (?:a |an |any |some )?(.+?)(?: here| (?:on|in) (?:this|the) (?:page|site|screen))?\s*\??$/u;
const DOES_IT_HAVE =
  /^(?:does|do) (?:this|the) (?:page|site) (?:have|contain|show) (?:a |an |any )?(.+?)\s*\??$/u;

export function answerPresence(q: string, view: View): Answer | null {
  const phrase = (IS_THERE.exec(q) ?? DOES_IT_HAVE.exec(q))?.[1];
  if (phrase === undefined) return null;
  const isPlural = /^are there\b/u.test(q);
  const noneText = isPlural ? findNoneText(phrase, view) : null;
  if (noneText !== null) return createAnswer(`No: the page says “${clip(noneText, 200)}”`);
  const grounding = ground(
    {
      target: readTarget(phrase, []),
      scoreSuitability: (c) => Math.max(scoreClickable(c), c.role === 'heading' ? 0.97 : 0),
    },
    view,
  );
  if (grounding.kind === 'none') return null;
  const hits = grounding.kind === 'one' ? [grounding.hit] : grounding.hits;
  // A link to the images, or a heading above them, is not an image.
  const areOnlyTitles =
    isPlural && hits.every(({ candidate: c }) => c.role !== 'img' && fold(getName(c)) === phrase);
  if (areOnlyTitles) return null;
  if (hits.length === 1) return createAnswer(`Yes, there is ${describeBriefly(hits[0]!.candidate)}`);
  const descriptions = hits.slice(0, 4).map((h) => describe(h.candidate));
  return createAnswer(`Yes, there are ${hits.length}: ${descriptions.join(', ')}`);
}

/** Finds a text that says there are none: “You haven't uploaded any images”, “No comments yet”. */
function findNoneText(phrase: string, view: View): string | null {
  const [noun, ...more] = tokenize(phrase);
  if (noun === undefined || more.length > 0) return null;
  const line = view.observation.text.find(
    ({ text }) => text.length < 200 && NONE_PATTERN.test(fold(text)) && isNounAfterNegation(fold(text), noun),
  );
  return line?.text ?? null;
}

const NONE_PATTERN =
  /(?:^|\. |\b(?:are|were|is|found|has|have|sorry,?) )no\b|(?:n't|\bnot|\bnever)\b.{0,30}\bany\b/u;
const isNounAfterNegation = (text: string, noun: string): boolean =>
  tokenize(text.slice(text.search(/\b(?:no|any)\b/u)))
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
/** Words in the classes and ids that pages use for messages. */
const MESSAGE_CLASS =
  /\b(?:alert|success|message(?:s|list)?|notice|notification|flash|toast|status|snackbar|banner|error(?:s|note|list)?)\b/iu;

const getClassAndId = (c: Candidate): string =>
  `${c.attributes.class ?? ''} ${c.attributes.id ?? ''}`.replace(/[-_]/gu, ' ');

/** Returns the latest message on the page. */
function findLatestMessage(view: View): string | null {
  const { notices, text } = view.observation;
  const messageElement = view.candidates.find(
    (c) =>
      c.visible &&
      !c.interactive &&
      c.text.length > 5 &&
      c.text.length <= 300 &&
      c.landmark !== 'nav' &&
      (MESSAGE_CLASS.test(getClassAndId(c)) || c.role === 'alert' || c.role === 'status'),
  );
  return notices.at(-1) ?? text.findLast((b) => b.kind === 'status')?.text ?? messageElement?.text ?? null;
}

/** Answers "was it saved?" with the latest message on the page. */
export function answerFromMessage(question: string, view: View): Answer | null {
  const q = fold(question).replace(/[?.! ]+$/u, '');
  if (!ASKS_WHETHER_DONE.test(q)) return null;
  const shownMessage = findLatestMessage(view);
  const message = shownMessage === null ? null : getTextWithoutActions(shownMessage, view);
  return createAnswer(
    message ? `The page says: “${clip(message, 300)}”` : 'The page shows no message about that',
  );
}
