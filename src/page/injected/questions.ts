/**
 * What Node can ask of a page, by verb. Arguments come as texts, answers are plain data; each family of
 * questions has a file of its own.
 */
import { again, centre } from './again.js';
import { aim, aimed, pointed } from './aim.js';
import { colourOf, sanitised, shownCount } from './appearance.js';
import { calendar } from './calendar.js';
import { saysNearby, scrollList } from './choice-lists.js';
import { copyFrom, keyEvent, pasteInto } from './clipboard-events.js';
import { dateField, openersOf, segmentsOf } from './date-fields.js';
import { allSelected, field, focusAtEnd, hasFocus, selectAll, submitForm } from './editing.js';
import { hitsOf, insideOf, thingAt } from './hit.js';
import { look, sizeOf, stamp } from './look.js';
import { markBoxes } from './marks.js';
import { choicesIn, choicesOf, noteShown } from './options.js';
import { pageText, probe } from './probe.js';
import { begin, byItself, end, pulse, rest } from './pulse.js';
import { reveal, scrollInside, scrollTo } from './scroller.js';
import { readouts } from './readouts.js';
import { accessibilityTree } from './tree.js';
import { elementByUid, seedUids } from './uids.js';

/** Names this world, so that Node finds it again among all that the browser has. */
export const WORLD = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');

/** What can be asked, by verb; arguments come as texts. Answers are plain data. */
export const QUESTIONS: Record<string, (...args: string[]) => unknown> = {
  look: (seed, ...parts) => {
    seedUids(Number(seed));
    return look(new Set(parts));
  },
  /** Who answers: Node finds this world again by it, at once where its debugger listens. */
  world: () => {
    (globalThis as { parleyTell?: (name: string) => void }).parleyTell?.(WORLD);
    return WORLD;
  },
  stamp: () => stamp(),
  size: () => sizeOf(),
  probe: (id = '') => probe(id),
  pulse: () => pulse(),
  /** Around every act: what the page does by itself is told from what comes of the act. */
  'by-itself': () => byItself(),
  'act-begins': () => begin(),
  'act-over': () => end(),
  rest: () => rest(),
  scroll: (x, y) => scrollTo(Number(x), Number(y)),
  text: () => pageText(),
  tree: (most) => accessibilityTree(most ? Number(most) : undefined),
  marks: (uids = '') => markBoxes(uids.split(',')),
  there: (id = '') => elementByUid(id) !== null,
  again: (id = '', path = '', tag = '', role = '', name = '') => again(id, path, tag, role, name),
  hits: (uids = '') => hitsOf(uids.split(',')),
  inside: (id = '') => insideOf(id),
  centre: (id = '') => centre(id),
  at: (x, y, holder = '') => thingAt(Number(x), Number(y), holder),
  aim: (id = '') => aim(id),
  aimed: () => aimed(),
  pointed: () => pointed(),
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
  readouts: (id = '') => readouts(id),
};
