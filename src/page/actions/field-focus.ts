/** Clicks into fields before typing, as a user does, and types into grid cells. */
import type { FocusedField } from '../injected/passages.js';
import { ActionFailure } from './action-failure.js';
import { doubleClick, leftClick } from './pointer.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { findReachablePoint, makeReachable, convertTargetPoint } from './verify-target.js';

/** Time for a page to open an editor in a cell. */
const EDITOR_WAIT_MS = 80;
const MS_PER_KEY = 60;

/** Clicks into the field unless it already has the focus or something covers it. */
export async function clickField(target: TargetHandle): Promise<void> {
  if (target.snapshot.states.focused) return;
  let snapshot = target.snapshot;
  if (!snapshot.point) {
    await target.queryPage('centre', target.uid);
    snapshot = (await target.readSnapshot()) ?? snapshot;
  }
  if (snapshot.hitsOtherElement || snapshot.receivesClickIndirectly) return;
  const reachablePoint = await findReachablePoint(target, snapshot);
  if (!('point' in reachablePoint)) return;
  const { x, y } = await convertTargetPoint(target, reachablePoint.point);
  await target.waiter.run(target.page.mouse.click(x, y));
}

const CELL_ROLES: ReadonlySet<string> = new Set(['gridcell', 'cell', 'rowheader', 'columnheader']);

/** Whether the target is a cell, where a click or a key may open an editor. */
export const isCell = ({ candidate: { role, tag } }: TargetHandle): boolean =>
  CELL_ROLES.has(role) || tag === 'td';

/**
 * Types into a grid cell and commits the text with Enter. Opens the cell's editor with a click or, if that fails, with
 * a double click. If no editor opens, types nothing, because the page could interpret the keys as commands.
 * @throws ActionFailure `not-editable`; `bad-value` if the cell does not show the text afterwards
 */
export async function typeIntoCell(target: TargetHandle, text: string): Promise<HandlerResult> {
  const { keyboard } = target.page;
  const { waiter } = target;
  const previousText = getCellText(target);
  if (previousText === text.trim())
    return { noActionReason: `${target.description} already contains that text` };
  await makeReachable(target);
  await leftClick(target);
  let editor = await findEditor(target, previousText);
  if (!editor) {
    await makeReachable(target).catch(() => undefined);
    await doubleClick(target);
    editor = await findEditor(target, previousText);
  }
  if (!editor) throw new ActionFailure('not-editable', `${target.description} does not accept text`);
  if (editor.value) {
    await target.queryPage('select-all', editor.uid);
    await waiter.run(keyboard.press('Delete'));
  }
  await waiter.run(keyboard.type(text), 5_000 + text.length * MS_PER_KEY);
  await waiter.run(keyboard.press('Enter'));
  const acceptedText = await waiter.poll(async () => {
    const currentText = await readCell(target);
    return currentText !== null && currentText.includes(text.trim()) && { text: currentText };
  }, EDITOR_WAIT_MS * 8);
  if (acceptedText) return { effects: [{ type: 'value', from: previousText, to: acceptedText.text }] };
  const finalText = await readCell(target);
  if (finalText === previousText || finalText === null)
    throw new ActionFailure(
      'not-editable',
      `${target.description} did not accept the text: it still contains “${previousText}”`,
    );
  throw new ActionFailure('bad-value', `${target.description} contains “${finalText}”, not “${text}”`);
}

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const getCellText = ({ snapshot }: TargetHandle): string => collapseSpaces(snapshot.textContent);

/** Reads the cell's text. If the page has re-rendered the cell, reads the new element. */
async function readCell(target: TargetHandle): Promise<string | null> {
  const snapshot = await target.readSnapshot();
  if (snapshot) return collapseSpaces(snapshot.textContent);
  const { xpath, tag, role } = target.candidate;
  const relocatedUid = await target
    .queryPage<string>('relocate', target.uid, xpath, tag, role, '')
    .catch(() => '');
  const newSnapshot = relocatedUid ? await target.readSnapshot(relocatedUid) : null;
  return newSnapshot && collapseSpaces(newSnapshot.textContent);
}

/**
 * Finds the focused field if it is the cell's editor. The editor contains the cell's text, or it is empty if the first
 * key opens it. Any other field, such as a formula bar, has a different value or already had the focus.
 */
async function findEditor(target: TargetHandle, text: string): Promise<FocusedField | null> {
  const editor = await target.waiter.poll(async () => {
    const editor = await target.queryPage<FocusedField>('focused-field');
    return editor.uid !== '' && (editor.value === '' || collapseSpaces(editor.value) === text) && editor;
  }, EDITOR_WAIT_MS);
  return editor || null;
}
