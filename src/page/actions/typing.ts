/**
 * Replaces the text of a field. Plain fields are set in one step. Fields that complete, filter or format their text
 * while the user types receive real keys. Rich editors receive input events, because they manage their own document.
 */
import type { WireField } from '../injected/editing.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle, PageTools } from './target-handle.js';
import { isSameFormattedText } from './matching.js';
import { clickField, isCell, typeIntoCell } from './field-focus.js';
import { setNativeField } from './native-fields.js';

/** Longer text is inserted in one step, because typing single keys would take too long. */
const MAX_TYPED_LENGTH = 400;
const MS_PER_KEY = 60;
/** Effects report at most this many characters. */
const MAX_REPORTED_LENGTH = 500;

/** Whether two texts are equal apart from line endings, non-breaking spaces and zero-width characters. */
export function isSameText(a: string, b: string): boolean {
  const normalise = (text: string): string =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\u00a0/g, ' ')
      .replace(/[\u200b\ufeff]/g, '')
      .replace(/\n+$/, '');
  return normalise(a) === normalise(b);
}

/** Whether two texts are equal as in `isSameText`, or differ only in blank lines and spaces around line breaks. */
function isSameRichText(a: string, b: string): boolean {
  const normalise = (text: string): string => text.replace(/\s*\n\s*/g, '\n').trim();
  return isSameText(normalise(a), normalise(b));
}

/** Whether the field contains the text. For a password, only the length is compared. */
export function containsText(field: WireField, text: string): boolean {
  if (field.isPassword) return field.value.length === text.length;
  return field.kind !== 'text' ? isSameRichText(field.value, text) : isSameText(field.value, text);
}

export async function readField(target: TargetHandle): Promise<WireField> {
  const field = await target.queryPage<WireField | null>('field', target.uid);
  if (!field) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  return field;
}

export function throwNotEditable(target: TargetHandle): never {
  const { states } = target.snapshot;
  throw new ActionFailure(
    'not-editable',
    states.readonly
      ? `${target.description} is read-only`
      : `${target.description} does not accept text${states.expanded !== undefined || target.candidate.role === 'combobox' ? '; choose one of its options' : ''}`,
  );
}

/** Inserts text at the caret. @param lineBreakKey the key for line breaks; Enter would send the message in a chat */
export async function insertLines(target: PageTools, text: string, lineBreakKey: string): Promise<void> {
  const { keyboard } = target.page;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (const [i, line] of lines.entries()) {
    if (i > 0) await target.waiter.run(keyboard.press(lineBreakKey));
    if (line) await target.waiter.run(keyboard.insertText(line));
  }
}

async function clearWithKeys(target: TargetHandle, field: WireField): Promise<void> {
  const { keyboard } = target.page;
  await target.waiter.run(
    target.locate(field.uid).focus({ timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  if (field.value === '') return;
  if (field.kind === 'text') await target.queryPage('select-all', field.uid);
  else {
    await target.waiter.run(keyboard.press('ControlOrMeta+A'));
    if (!(await target.queryPage<boolean>('all-selected', field.uid)))
      await target.queryPage('select-all', field.uid);
  }
  await target.waiter.run(keyboard.press('Delete'));
}

/** Types single keys into the focused element. */
export async function typeWithKeys(tools: PageTools, text: string): Promise<void> {
  if (text.length > MAX_TYPED_LENGTH) return insertLines(tools, text, 'Shift+Enter');
  const { keyboard } = tools.page;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (const [i, line] of lines.entries()) {
    if (i > 0) await tools.waiter.run(keyboard.press('Shift+Enter'));
    if (line) await tools.waiter.run(keyboard.type(line), 5_000 + line.length * MS_PER_KEY);
  }
}

/** Replaces the text by typing single keys. */
export async function replaceTextWithKeys(
  target: TargetHandle,
  field: WireField,
  text: string,
): Promise<void> {
  await clearWithKeys(target, field);
  await typeWithKeys(target, text);
}

async function typeRichText(target: TargetHandle, field: WireField, text: string): Promise<void> {
  await clearWithKeys(target, field);
  await insertLines(target, text, 'Shift+Enter');
  if (containsText(await readField(target), text)) return;
  // Some editors support paragraphs but no line breaks, and others react only to keys.
  const isMultiline = target.snapshot.attributes['aria-multiline'] === 'true';
  if (text.includes('\n') && isMultiline) {
    await clearWithKeys(target, await readField(target));
    await insertLines(target, text, 'Enter');
  } else await replaceTextWithKeys(target, await readField(target), text);
}

/** Replaces one block of an editor and leaves the rest of the document unchanged. */
async function typeBlock(target: TargetHandle, { uid }: WireField, text: string): Promise<void> {
  await target.queryPage('select-all', uid);
  if (text === '') await target.waiter.run(target.page.keyboard.press('Delete'));
  else await insertLines(target, text, 'Shift+Enter');
}

async function setText(target: TargetHandle, field: WireField, text: string): Promise<void> {
  if (field.kind === 'rich') return typeRichText(target, field, text);
  if (field.kind === 'block') return typeBlock(target, field, text);
  const needsKeys = field.reactsToKeys && text !== '' && !field.multiline;
  if (needsKeys) return replaceTextWithKeys(target, field, text);
  await target.waiter.run(
    target
      .locate(field.uid)
      .fill(text, { timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  const fieldAfter = await readField(target).catch(() => null);
  if (!fieldAfter || containsText(fieldAfter, text) || text === '') return;
  const isCutOff = field.maxLength >= 0 && fieldAfter.value === text.slice(0, field.maxLength);
  if (!isCutOff && text.length <= MAX_TYPED_LENGTH) await replaceTextWithKeys(target, fieldAfter, text);
}

/**
 * Longer text is not quoted at all. A quotation of only its beginning could contain part of a secret, which the redactor
 * would not recognise.
 */
const MAX_QUOTED_LENGTH = 80;

/** Describes a field that does not contain the typed text. Never quotes a password. */
function describeWrongValue(
  { description }: TargetHandle,
  { isPassword, value }: WireField,
  text: string,
): string {
  if (isPassword) return `${description} did not accept the whole password`;
  if (value === '') return `${description} is empty after typing`;
  return Math.max(value.length, text.length) > MAX_QUOTED_LENGTH
    ? `${description} contains ${value.length} characters, not the ${text.length} characters of the text`
    : `${description} contains “${value}”, not “${text}”`;
}

/** Replaces a field's text and reports its new value. @throws ActionFailure `not-editable`, `bad-value` */
export async function enterText(target: TargetHandle, text: string): Promise<HandlerResult> {
  const nativeResult = await setNativeField(target, text);
  if (nativeResult) return nativeResult;
  let field = await readField(target);
  if (field.kind === 'none' && isCell(target)) return typeIntoCell(target, text);
  if (field.kind === 'none') throwNotEditable(target);
  // The content of a password field is unknown, so it is always typed again.
  if (!field.isPassword && containsText(field, text))
    return { noActionReason: `${target.description} already contains that text` };
  await clickField(target);
  field = await readField(target);
  // The page may disable the field on the click, for example because it opens an overlay.
  if (field.kind === 'none' || (await target.readSnapshot(field.uid))?.states.disabled) return {};
  await setText(target, field, text);
  const fieldAfter = await readField(target).catch(() => null);
  if (!fieldAfter) return {};
  const toReportedText = ({ kind, value }: WireField): string =>
    (kind !== 'text' ? value.replace(/\s+/g, ' ').trim() : value).slice(0, MAX_REPORTED_LENGTH);
  const isAccepted =
    containsText(fieldAfter, text) || (!fieldAfter.isPassword && isSameFormattedText(fieldAfter.value, text));
  if (!isAccepted) {
    const failure = new ActionFailure('bad-value', describeWrongValue(target, fieldAfter, text));
    // Typing may have opened something or navigated instead of changing the field.
    if (fieldAfter.value === field.value) return { failure };
    throw failure;
  }
  if (fieldAfter.isPassword) return { effects: [{ type: 'value', from: '', to: '' }] };
  if (fieldAfter.value === field.value) return {};
  return { effects: [{ type: 'value', from: toReportedText(field), to: toReportedText(fieldAfter) }] };
}
