/** Edits the text of a field without replacing all of it: inserts at the end or at the caret, or replaces a passage. */
import type { TextEdit } from '../../contract/index.js';
import type { WireField } from '../injected/editing.js';
import { ActionFailure } from './action-failure.js';
import { clickField } from './field-focus.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { containsText, insertLines, readField, throwNotEditable } from './typing.js';

/** Maximum number of screens to search in an editor that renders only the visible lines. */
const MAX_SCREEN_COUNT = 200;
/** Time for an editor to render the next lines. */
const RENDER_MS = 60;
/** Effects report at most this many characters of a value. */
const MAX_REPORTED_LENGTH = 20_000;

/** @throws ActionFailure `not-editable`; `bad-value` if the passage is not unique or the edited text is wrong */
export async function editText(target: TargetHandle, text: string, edit: TextEdit): Promise<HandlerResult> {
  let field = await readField(target);
  if (field.kind === 'none' || target.snapshot.states.readonly) throwNotEditable(target);
  // A click would move the caret, so it is left out for edits at the caret.
  if (!('at' in edit) || edit.at === 'end') {
    await clickField(target);
    field = await readField(target);
  }
  const expectedText = await placeSelection(target, field, text, edit);
  const { keyboard } = target.page;
  if (text === '') await target.waiter.run(keyboard.press('Delete'));
  else if (field.kind === 'text') await target.waiter.run(keyboard.insertText(text));
  else await insertLines(target, text, doesEnterStartParagraph(field) ? 'Enter' : 'Shift+Enter');
  const fieldAfter = await readField(target).catch(() => null);
  if (!fieldAfter) return {};
  if (fieldAfter.value === field.value && expectedText !== field.value)
    throw new ActionFailure('bad-value', `${target.description} did not accept the text`);
  const isExpectedText =
    expectedText === null ? containsLines(fieldAfter.value, text) : containsText(fieldAfter, expectedText);
  if (!isExpectedText)
    throw new ActionFailure('bad-value', `${target.description} does not contain the edited text`);
  const shorten = (value: string): string => value.slice(0, MAX_REPORTED_LENGTH);
  return fieldAfter.isPassword
    ? {}
    : { effects: [{ type: 'value', from: shorten(field.value), to: shorten(fieldAfter.value) }] };
}

/**
 * Whether Enter starts a new paragraph: the editor already contains several paragraphs, and shows no suggestions that
 * Enter would accept. In an editor with only one line, Enter may send a message.
 */
const doesEnterStartParagraph = ({ kind, value, reactsToKeys }: WireField): boolean =>
  kind === 'rich' && !reactsToKeys && value.trim().includes('\n');

/** Selects the text to replace, or places the caret. @returns the expected text afterwards; null if it is unknown */
async function placeSelection(
  target: TargetHandle,
  field: WireField,
  text: string,
  edit: TextEdit,
): Promise<string | null> {
  const { value, kind, uid } = field;
  if ('passage' in edit) {
    await selectPassage(target, uid, edit.passage);
    return kind === 'text' && value.includes(edit.passage) ? value.replace(edit.passage, () => text) : null;
  }
  if (edit.at === 'caret') {
    await target.queryPage('focus-at-end', uid);
    return null;
  }
  await target.queryPage('caret-at-end', uid);
  // Moves the caret to the end, past the lines that the editor has not rendered.
  if (kind !== 'text') await target.waiter.run(target.page.keyboard.press('ControlOrMeta+End'));
  return kind === 'text' ? value + text : null;
}

/** Selects a passage, even in an editor that renders only the visible lines. @throws ActionFailure */
async function selectPassage(target: TargetHandle, uid: string, passage: string): Promise<void> {
  let matchCount = await target.queryPage<number>('select-passage', uid, passage);
  if (matchCount === 0 && (await target.queryPage<boolean>('scroll-editor', uid, 'start')))
    await target.waiter.pause(RENDER_MS);
  for (let screen = 0; matchCount === 0 && screen < MAX_SCREEN_COUNT; screen++) {
    matchCount = await target.queryPage<number>('select-passage', uid, passage);
    if (matchCount !== 0 || !(await target.queryPage<boolean>('scroll-editor', uid, 'forward'))) break;
    await target.waiter.pause(RENDER_MS);
    matchCount = await target.queryPage<number>('select-passage', uid, passage);
  }
  if (matchCount === 1) return;
  throw new ActionFailure(
    'bad-value',
    matchCount > 1
      ? `the passage occurs ${matchCount} times in ${target.description}; give more of the text around it`
      : `${target.description} does not contain the passage`,
  );
}

/** Whether the text contains each line. Ignores whitespace, because editors differ in line breaks. */
function containsLines(value: string, text: string): boolean {
  const normalise = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const normalisedValue = normalise(value);
  return text.split('\n').every((line) => normalisedValue.includes(normalise(line)));
}
