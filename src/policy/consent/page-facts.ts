/**
 * Reads the facts that decide whether an action is irreversible: the pressed control, its form or dialog, the question
 * asked there, amounts of money, and the page's bin. Decides nothing. Pure.
 */
import type { Candidate, Observation, PageAction } from '../../contract/index.js';
import { isField, toField, type Field } from './page-fields.js';
import { AMOUNT, BIN_NAME, QUESTION, TOTAL_LABEL } from './page-words.js';
import { findPressTarget } from './press-target.js';
import { collapseSpaces, findRegion, findRow, foldPage } from './region.js';

export interface PageFacts {
  /** The pressed control; null for the browser's own dialog. `isPlainLink`: whether it only opens another page. */
  control: { role: string; name: string; isPlainLink: boolean; opensMenuOrDialog: boolean } | null;
  /** The question of the open dialog, or of the page near the control; '' if none. */
  question: string;
  inDialog: boolean;
  heading: string;
  /** Text of the table row, list entry or card that contains the control; '' if none. */
  row: string;
  /** Text blocks of the page, such as the items in an order. */
  pageText: string[];
  title: string;
  path: string;
  fields: Field[];
  amounts: string[];
  /**
   * Where the page has its bin. `elsewhere`: in another view, so deleted objects can be restored; `here`: in this view.
   */
  bin: 'elsewhere' | 'here' | 'none';
  /** Names of the sibling controls. */
  siblingNames: string[];
  /** Name of the control whose click opened the question. */
  opener: string;
}

/** Whether the control is a link that only navigates, without a side effect. */
function isNavigationLink(c: Candidate): boolean {
  if (c.role !== 'link') return false;
  const { href = '', onclick = '' } = c.attributes;
  if (href === '' || /^(?:#|javascript:)/iu.test(href) || /confirm\(|submit\(/u.test(onclick)) return false;
  if (
    ['data-method', 'data-confirm', 'data-turbo-method', 'data-turbo-confirm', 'hx-post', 'hx-delete'].some(
      (name) => name in c.attributes,
    )
  )
    return false;
  // Some URLs delete something when they are opened. Such URLs contain a token.
  return !/[?&](?:_?wpnonce|nonce|csrf[-_a-z]*|sesskey|authenticity_token|_token|confirm(?:ed)?=(?:1|true|yes))/iu.test(
    href,
  );
}

const isQuestion = (text: string): boolean => QUESTION.test(text);
/** Returns the question of the dialog that contains the control, or of the page directly above it; '' if none. */
function findQuestion(
  c: Candidate,
  region: ReturnType<typeof findRegion>,
  { text, title, candidates }: Observation,
): string {
  const firstInDialog = region.dialog
    ? candidates.find((candidate) => candidate.order > region.dialog!.order)
    : undefined;
  const nearbyBlocks = text.filter((block) =>
    region.dialog
      ? block.order >= Math.min(region.dialog.order, firstInDialog?.order ?? region.dialog.order) &&
        block.order <= c.order + 3
      : block.order <= c.order && block.order >= c.order - 12,
  );
  const nearbyTexts = [
    region.dialog?.name ?? '',
    region.heading,
    c.section,
    ...nearbyBlocks.map((block) => block.text),
  ]
    .map(collapseSpaces)
    .filter(
      (nearbyText) =>
        nearbyText.length > 3 && nearbyText.length < 400 && nearbyText !== collapseSpaces(c.name),
    );
  const questions = [...new Set(nearbyTexts.filter(isQuestion))];
  if (questions.length === 0) return !region.dialog && isQuestion(title) ? collapseSpaces(title) : '';
  // The sentence after the question often explains what “yes” does.
  const explanations = region.dialog
    ? nearbyBlocks
        .map((block) => collapseSpaces(block.text))
        .filter((blockText) => blockText.length < 300 && !isQuestion(blockText) && / /u.test(blockText))
    : [];
  return [...questions, ...explanations.slice(0, 2)].join(' ').slice(0, 400);
}

function findAmounts({ text }: Observation, c: Candidate): string[] {
  const totals = text.filter(
    (block) => block.text.length < 160 && AMOUNT.test(block.text) && TOTAL_LABEL.test(foldPage(block.text)),
  );
  const controlAmounts = AMOUNT.test(c.name) ? [c.name] : [];
  return [
    ...new Set([...controlAmounts, ...totals.map((block) => collapseSpaces(block.text).slice(0, 80))]),
  ].slice(0, 3);
}

/** Longer names are not names of a trash folder. */
const MAX_BIN_NAME_LENGTH = 24;

function findBin({ candidates, title, url }: Observation): PageFacts['bin'] {
  const binControls = candidates.filter(
    (c) =>
      c.interactive &&
      /^(?:link|tab|treeitem|menuitem|option|button)$/u.test(c.role) &&
      c.name.length <= MAX_BIN_NAME_LENGTH &&
      BIN_NAME.test(foldPage(c.name)),
  );
  const isBinOpen =
    binControls.some((c) => c.states.current || c.states.selected) ||
    /(?:^|[/#?=_-])(?:trash|bin|recycle-?bin|recently-deleted|deleted-?items)(?:$|[/?&#])/iu.test(url) ||
    /^(?:bin|trash|recycle bin|deleted items|recently deleted)\b/u.test(foldPage(title));
  return isBinOpen ? 'here' : binControls.length ? 'elsewhere' : 'none';
}

const MAX_NAME_LENGTH = 1_000;
const MAX_ROW_LENGTH = 400;

/** Finds the button that opened the control's menu; undefined if the control is not in a menu. */
function findMenuButton(c: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  const parent = candidates.find((candidate) => candidate.uid === c.parent);
  return c.role.startsWith('menuitem') || parent?.role === 'menu'
    ? candidates.find(
        ({ states }) => states.expanded === true && /^(?:menu|true)$/u.test(states.haspopup ?? ''),
      )
    : undefined;
}

/** Returns the text of the control's row. A menu that was opened from a row acts on that row. */
function findRowText(c: Candidate, { candidates, text }: Observation): string {
  const rowElements = findRow(findMenuButton(c, candidates) ?? c, candidates);
  if (rowElements.length === 0) return '';
  // If a whole row is clickable, its cells are not candidates, and its text block comes before its elements.
  const clickableRow = candidates.find(
    ({ interactive, role, uid }) =>
      interactive && role === 'row' && rowElements.some(({ parent }) => parent === uid),
  );
  const rowBlock =
    clickableRow && text.findLast(({ kind, order }) => kind === 'row' && order <= clickableRow.order);
  const orders = [...rowElements, ...(rowBlock ? [rowBlock] : [])].map(({ order }) => order);
  const [firstOrder, lastOrder] = [Math.min(...orders), Math.max(...orders)];
  const rowTexts = [
    ...text
      .filter(({ order, kind }) => order >= firstOrder && order <= lastOrder && kind !== 'status')
      .map((block) => block.text),
    ...rowElements.filter((element) => element !== c).map((element) => element.name || element.text),
  ];
  return collapseSpaces([...new Set(rowTexts)].join(' | ')).slice(0, MAX_ROW_LENGTH);
}

const MAX_PAGE_TEXTS = 400;

const getPath = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/**
 * @param opener name of the control clicked just before; it may have opened the question
 * @returns null for actions that press no control
 */
export function readPageFacts(action: PageAction, observation: Observation, opener = ''): PageFacts | null {
  const { title, url, dialog, candidates } = observation;
  const pageLevelFacts = {
    title: collapseSpaces(title),
    path: getPath(url),
    bin: findBin(observation),
    opener,
  };
  if (action.intent === 'dialog') {
    if (action.answer !== 'accept' || !dialog || !/^(?:confirm|prompt)$/u.test(dialog.type)) return null;
    const question = collapseSpaces(dialog.message);
    return {
      ...pageLevelFacts,
      control: null,
      question,
      inDialog: true,
      heading: '',
      row: '',
      pageText: [],
      fields: [],
      amounts: [],
      siblingNames: [],
    };
  }
  const pressTarget = findPressTarget(action, observation);
  if (!pressTarget) return null;
  const control = pressTarget.control;
  const region = findRegion(control, candidates);
  const name = collapseSpaces(
    (pressTarget.type === 'key' ? pressTarget.name : '') ||
      control.name ||
      control.text ||
      (control.attributes['value'] ?? '') ||
      (control.attributes['title'] ?? ''),
  ).slice(0, MAX_NAME_LENGTH);
  const fields = candidates.filter(
    (field) => field.visible && !field.behindModal && isField(field) && region.contains(field),
  );
  return {
    ...pageLevelFacts,
    control: {
      role: control.role,
      name,
      isPlainLink: isNavigationLink(control),
      opensMenuOrDialog:
        /^(?:menu|dialog|listbox|true)$/u.test(control.states.haspopup ?? '') || /(?:…|\.\.\.)$/u.test(name),
    },
    question: findQuestion(control, region, observation),
    inDialog: region.dialog !== null,
    heading: collapseSpaces(region.heading),
    row: findRowText(control, observation),
    pageText: observation.text.slice(0, MAX_PAGE_TEXTS).map((block) => block.text),
    fields: fields.map(toField),
    amounts: findAmounts(observation, control),
    siblingNames: region.listSiblings(control).map((sibling) => collapseSpaces(sibling.name)),
  };
}
