/** The queries that Node can send to a page. */
import { relocate, scrollToCentre } from './relocate.js';
import { beginPressGuard, endPressGuard, takePointerState } from './press-guard.js';
import { toHexColour, sanitiseValue, countVisibleElements } from './appearance.js';
import { readCalendar } from './calendar.js';
import { showsTextNearby, scrollList } from './choice-lists.js';
import { copyFrom, dispatchKey, pasteInto } from './clipboard-events.js';
import {
  preventNextSubmission,
  readDateField,
  readPicker,
  findCalendarOpeners,
  readSegments,
} from './date-fields.js';
import { isAllSelected, readField, focusAtEnd, readFocus, selectAll, submitForm } from './editing.js';
import { readLoading } from './loading.js';
import { moveCaretToEnd, readFocusedField, scrollEditor, selectPassage } from './passages.js';
import { hitTestAll, computeFrameContentBox, hitTestFrame } from './hit-test.js';
import { takeSnapshot, measurePageSize, readPageVersion } from './frame-snapshot.js';
import { readMarkBoxes } from './mark-boxes.js';
import { readChoicesIn, readCurrentChoices, rememberVisibleElements } from './choices.js';
import { readPageText, readElementSnapshot } from './probe.js';
import { beginAction, readBackgroundMutations, endAction, readPageState, readActivity } from './activity.js';
import { reveal, scrollInside, scrollTo } from './scroller.js';
import { readNearbyNumbers } from './nearby-numbers.js';
import { printAccessibilityTree } from './accessibility-tree.js';
import { findElementByUid, seedUids } from './uids.js';

/** Random name of this isolated world. Node uses it to find the world among all execution contexts. */
export const WORLD_NAME = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join(
  '',
);

/** Queries by name. Arguments are strings; answers are JSON data. */
export const QUERIES: Record<string, (...args: string[]) => unknown> = {
  snapshot: (seed, ...requests) => {
    seedUids(Number(seed));
    return takeSnapshot(new Set(requests));
  },
  /** Reports the name of this world, also through the DevTools binding if Node has installed it. */
  world: () => {
    (globalThis as { parleyReportName?: (name: string) => void }).parleyReportName?.(WORLD_NAME);
    return WORLD_NAME;
  },
  version: () => readPageVersion(),
  size: () => measurePageSize(),
  'screen-size': () => ({ width: screen.width, height: screen.height }),
  probe: (id = '') => readElementSnapshot(id),
  'page-state': () => readPageState(),
  /** The next three queries separate an action's effects from background mutations. */
  'background-mutations': () => readBackgroundMutations(),
  'action-begins': () => beginAction(),
  'action-ends': () => endAction(),
  activity: () => readActivity(),
  loading: () => readLoading(),
  scroll: (x, y) => scrollTo(Number(x), Number(y)),
  text: () => readPageText(),
  tree: (maxLines) => printAccessibilityTree(maxLines ? Number(maxLines) : undefined),
  'mark-boxes': (uids = '') => readMarkBoxes(uids.split(',')),
  connected: (id = '') => findElementByUid(id) !== null,
  relocate: (id = '', path = '', tag = '', role = '', name = '') => relocate(id, path, tag, role, name),
  'hit-test': (uids = '') => hitTestAll(uids.split(',')),
  'frame-box': (id = '') => computeFrameContentBox(id),
  centre: (id = '') => scrollToCentre(id),
  'hit-test-frame': (x, y, owner = '') => hitTestFrame(Number(x), Number(y), owner),
  'guard-press': (id = '') => beginPressGuard(id),
  'end-press-guard': () => endPressGuard(),
  'pointer-on-target': () => takePointerState(),
  'count-shown': () => countVisibleElements(),
  sanitised: (type = '', value = '') => sanitiseValue(type, value),
  colour: (text = '') => toHexColour(text),
  'scroll-inside': (id = '', x, y) => scrollInside(id, Number(x), Number(y)),
  reveal: (id = '') => reveal(id),
  field: (id = '') => readField(id),
  'focus-at-end': (id = '') => focusAtEnd(id),
  'select-all': (id = '') => selectAll(id),
  'caret-at-end': (id = '') => moveCaretToEnd(id),
  'select-passage': (id = '', passage = '') => selectPassage(id, passage),
  'scroll-editor': (id = '', direction = '') => scrollEditor(id, direction === 'start' ? 'start' : 'forward'),
  'focused-field': () => readFocusedField(),
  'all-selected': (id = '') => isAllSelected(id),
  copy: (id = '', wholeElement = '') => copyFrom('copy', id, wholeElement !== ''),
  cut: (id = '', wholeElement = '') => copyFrom('cut', id, wholeElement !== ''),
  paste: (id = '', text = '') => pasteInto(id, text),
  key: (type, id = '', key = '', code = '', keyCode = '', modifiers = '') =>
    dispatchKey(type === 'keyup' ? 'keyup' : 'keydown', id, key, code, Number(keyCode), modifiers),
  focus: () => readFocus(),
  submit: (id = '') => submitForm(id),
  'remember-shown': () => rememberVisibleElements(),
  'choices-in': (id = '') => readChoicesIn(id),
  choices: (id = '') => readCurrentChoices(id),
  'scroll-list': (id = '', direction = '') => scrollList(id, direction === 'start' ? 'start' : 'forward'),
  'shows-text': (id = '', text = '') => showsTextNearby(id, text),
  calendar: () => readCalendar(),
  'date-field': (id = '') => readDateField(id),
  picker: (id = '') => readPicker(id),
  'hold-submission': (id = '') => preventNextSubmission(id),
  'calendar-openers': (id = '', allowUnnamed = '') => findCalendarOpeners(id, allowUnnamed !== ''),
  segments: (id = '') => readSegments(id),
  'nearby-numbers': (id = '') => readNearbyNumbers(id),
};
