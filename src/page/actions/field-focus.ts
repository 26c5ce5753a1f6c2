/** Clicks into fields as a person does before typing, and types into the cells of grids. */
import type { FocusedField } from '../injected/passages.js';
import { ActionFailure } from './action-failure.js';
import { doubleClick, leftClick } from './pointer.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { findReachablePoint, makeReachable, pointInPage } from './verify-target.js';

/** Time for a page to put an editor into a cell. */
const EDITOR_WAIT_MS = 80;
const MS_PER_KEY = 60;

/** Clicks into the field, unless it has the focus or something covers it. */
export async function clickField(target: TargetHandle): Promise<void> {
  if (target.probe.states.focused) return;
  let probe = target.probe;
  if (!probe.point) {
    await target.ask('centre', target.uid);
    probe = (await target.readProbe()) ?? probe;
  }
  if (probe.isOtherReceiver || probe.indirect) return;
  const reachable = await findReachablePoint(target, probe);
  if (!('point' in reachable)) return;
  const { x, y } = await pointInPage(target, reachable.point);
  await target.waiter.run(target.page.mouse.click(x, y));
}

const CELL_ROLES: ReadonlySet<string> = new Set(['gridcell', 'cell', 'rowheader', 'columnheader']);

/** Whether the target is a cell, in which a click or a key may open an editor. */
export const isCell = ({ candidate: { role, tag } }: TargetHandle): boolean =>
  CELL_ROLES.has(role) || tag === 'td';

/**
 * Types into a cell of a grid and commits with Enter: into the editor that a click opens, else the one that a double
 * click opens. Without an editor nothing is typed, because the keys could be commands of the page.
 * @throws ActionFailure `not-editable`, `bad-value` if the cell does not show the text afterwards
 */
export async function typeIntoCell(target: TargetHandle, text: string): Promise<HandlerResult> {
  const { keyboard } = target.page;
  const { waiter } = target;
  const before = cellText(target);
  if (before === text.trim()) return { already: `${target.title} already contains that text` };
  await makeReachable(target);
  await leftClick(target);
  let editor = await findEditor(target, before);
  if (!editor) {
    await makeReachable(target).catch(() => undefined);
    await doubleClick(target);
    editor = await findEditor(target, before);
  }
  if (!editor) throw new ActionFailure('not-editable', `${target.title} does not take text`);
  if (editor.value) {
    await target.ask('select-all', editor.uid);
    await waiter.run(keyboard.press('Delete'));
  }
  await waiter.run(keyboard.type(text), 5_000 + text.length * MS_PER_KEY);
  await waiter.run(keyboard.press('Enter'));
  const after = await waiter.poll(async () => {
    const probe = await readCell(target);
    return probe !== null && probe.includes(text.trim()) && { text: probe };
  }, EDITOR_WAIT_MS * 8);
  if (after) return { effects: [{ type: 'value', from: before, to: after.text }] };
  const now = await readCell(target);
  if (now === before || now === null)
    throw new ActionFailure(
      'not-editable',
      `${target.title} did not take the text: it still holds “${before}”`,
    );
  throw new ActionFailure('bad-value', `${target.title} holds “${now}”, not “${text}”`);
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cellText = ({ probe }: TargetHandle): string => clean(probe.textContent);

/** The page may render the cell anew. */
async function readCell(target: TargetHandle): Promise<string | null> {
  const probe = await target.readProbe();
  if (probe) return clean(probe.textContent);
  const { xpath, tag, role } = target.candidate;
  const found = await target.ask<string>('relocate', target.uid, xpath, tag, role, '').catch(() => '');
  const again = found ? await target.readProbe(found) : null;
  return again && clean(again.textContent);
}

/**
 * The focused editor, if it is one of the cell: inside it or over it, or empty because the first key opens it. A field
 * elsewhere, such as a formula bar, has another value or keeps the focus that it had.
 */
async function findEditor(target: TargetHandle, text: string): Promise<FocusedField | null> {
  const found = await target.waiter.poll(async () => {
    const editor = await target.ask<FocusedField>('focused-field');
    return editor.uid !== '' && (editor.value === '' || clean(editor.value) === text) && editor;
  }, EDITOR_WAIT_MS);
  return found || null;
}
