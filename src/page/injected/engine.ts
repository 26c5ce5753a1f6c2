/**
 * The isolated engine: a Playwright selector engine (`parley=<command>`) that runs in Playwright's utility
 * world, out of reach of page code. `uid:<id>` finds an element again; every other command answers with a
 * detached element whose text is one JSON string, because a string is several times cheaper to hand over
 * than an object.
 */
import type { WireLook } from './wire.js';
import { again, centre } from './again.js';
import { aim, aimed } from './aim.js';
import { calendar } from './calendar.js';
import { saysNearby, scrollList } from './choice-lists.js';
import { dateField, openersOf, segmentsOf } from './date-fields.js';
import { colourOf, sanitised, shownCount } from './appearance.js';
import { copyFrom, keyEvent, pasteInto } from './clipboard-events.js';
import { allSelected, field, focusAtEnd, hasFocus, selectAll, submitForm } from './editing.js';
import { thingAt } from './hit.js';
import { choicesIn, choicesOf, noteShown } from './options.js';
import { pageText, probe } from './probe.js';
import { pulse, version, watch } from './pulse.js';
import { reveal, scrollInside, scrollOffset, scrollTo } from './scroller.js';
import { annotatedHtml, viewportBoxes } from './snapshot.js';
import { forgetStyles } from './text.js';
import { elementByUid, seedUids } from './uids.js';
import { walkDocument } from './walk.js';

function look(weblinx: boolean): WireLook {
  watch(document);
  forgetStyles();
  const before = version();
  const { rows, blocks, notices, elements, shadows } = walkDocument();
  for (const shadow of shadows) watch(shadow);
  return {
    url: location.href,
    title: document.title,
    viewport: {
      width: window.innerWidth,
      height: window.innerHeight,
      ...scrollOffset(),
    },
    rows,
    elements,
    text: blocks,
    notices,
    version: before,
    ...(weblinx ? { html: annotatedHtml(), boxes: viewportBoxes() } : {}),
  };
}

/** JSON escapes lone surrogates; as text they would not survive the way to a file. */
function wellFormed(json: string): string {
  return json.includes('\\ud')
    ? json.replace(/(^|[^\\])((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1$2\ufffd')
    : json;
}

function answer(value: unknown): Element[] {
  const carrier = document.createElement('i');
  carrier.textContent = wellFormed(JSON.stringify(value));
  return [carrier];
}

/** What can be asked, by verb; arguments come as texts. Answers are plain data. */
const QUESTIONS: Record<string, (...args: string[]) => unknown> = {
  look: (seed, options = '') => {
    seedUids(Number(seed));
    return look(options === 'weblinx');
  },
  probe: (id = '') => {
    forgetStyles();
    return probe(id);
  },
  pulse: () => pulse(),
  scroll: (x, y) => scrollTo(Number(x), Number(y)),
  text: () => pageText(),
  there: (id = '') => elementByUid(id) !== null,
  again: (id = '', path = '', tag = '', role = '', name = '') => again(id, path, tag, role, name),
  centre: (id = '') => centre(id),
  at: (x, y) => thingAt(Number(x), Number(y)),
  aim: (id = '') => aim(id),
  aimed: () => aimed(),
  shown: () => shownCount(),
  sanitised: (type = '', value = '') => sanitised(type, value),
  colour: (text = '') => colourOf(text),
  'scroll-inside': (id = '', x, y) => scrollInside(id, Number(x), Number(y)),
  reveal: (id = '') => reveal(id),
  field: (id = '') => field(id),
  'focus-at-end': (id = '') => focusAtEnd(id),
  'select-all': (id = '') => selectAll(id),
  'all-selected': (id = '') => allSelected(id),
  copy: (id = '', whole = '') => copyFrom('copy', id, whole !== ''),
  cut: (id = '', whole = '') => copyFrom('cut', id, whole !== ''),
  paste: (id = '', text = '') => pasteInto(id, text),
  key: (type, id = '', key = '', code = '', keyCode = '', modifiers = '') =>
    keyEvent(type === 'keyup' ? 'keyup' : 'keydown', id, key, code, Number(keyCode), modifiers),
  focus: () => hasFocus(),
  submit: (id = '') => submitForm(id),
  'note-shown': () => noteShown(),
  'choices-in': (id = '') => choicesIn(id),
  choices: (id = '') => choicesOf(id),
  'scroll-list': (id = '', where = '') => scrollList(id, where === 'start' ? 'start' : 'on'),
  says: (id = '', text = '') => saysNearby(id, text),
  calendar: () => calendar(),
  'date-field': (id = '') => dateField(id),
  openers: (id = '', any = '') => openersOf(id, any !== ''),
  segments: (id = '') => segmentsOf(id),
};

function run(command: string): Element[] {
  const [verb = '', ...args] = command.trim().split(':').map(decodeURIComponent);
  if (verb === 'uid') {
    const element = elementByUid(args[0] ?? '');
    return element ? [element] : [];
  }
  const question = QUESTIONS[verb];
  if (question) forgetStyles();
  return question ? answer(question(...args)) : [];
}

export function createEngine(): {
  query(root: Node, selector: string): Element | null;
  queryAll(root: Node, selector: string): Element[];
} {
  return {
    query: (_root, selector) => run(selector)[0] ?? null,
    queryAll: (_root, selector) => run(selector),
  };
}
