/**
 * Typing: the whole value of a field is replaced. By setting it where that is all the field needs; with real keys
 * where it completes, filters or formats while one types, and in rich editors, which keep a document of
 * their own and know of nothing but input events. What the field holds afterwards is what is reported.
 */
import type { WireField } from '../injected/editing.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import type { Deed, Hand, Tools } from './hand.js';
import { setNative } from './native-fields.js';

/** Longer texts are put in as one piece: keys would take too long. */
const MOST_KEYS = 400;
const KEY_MS = 60;
/** Of long texts an effect tells so much. */
const MOST_TOLD = 500;

/** Line ends and the spaces that editors keep from collapsing make no difference. */
export function sameText(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\u00a0/g, ' ')
      .replace(/[\u200b\ufeff]/g, '')
      .replace(/\n+$/, '');
  return plain(a) === plain(b);
}

/** As `sameText`, and a blank line between paragraphs is a line end: editors space their blocks. */
function sameRich(a: string, b: string): boolean {
  const plain = (text: string): string => text.replace(/\s*\n\s*/g, '\n').trim();
  return sameText(plain(a), plain(b));
}

/** The field holds what was asked for; of a password only its length is known. */
export function holdsText(field: WireField, text: string): boolean {
  if (field.password) return field.value.length === text.length;
  return field.kind === 'rich' ? sameRich(field.value, text) : sameText(field.value, text);
}

export async function fieldOf(hand: Hand): Promise<WireField> {
  const field = await hand.ask<WireField | null>('field', hand.uid);
  if (!field) throw new ActFailure('vanished', `${hand.title} is no longer on the page`);
  return field;
}

function refuse(hand: Hand): never {
  const { states } = hand.probe;
  throw new ActFailure(
    'not-editable',
    states.readonly
      ? `${hand.title} is read-only`
      : `${hand.title} does not take text${states.expanded !== undefined || hand.candidate.role === 'combobox' ? '; choose one of its options' : ''}`,
  );
}

/** Types `lines` where the caret is; line ends without the key that sends messages in chats. */
export async function insertLines(hand: Tools, text: string, lineEnd: string): Promise<void> {
  const { keyboard } = hand.page;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (const [i, line] of lines.entries()) {
    if (i > 0) await hand.patience.run(keyboard.press(lineEnd));
    if (line) await hand.patience.run(keyboard.insertText(line));
  }
}

async function clearByKeys(hand: Hand, field: WireField): Promise<void> {
  const { keyboard } = hand.page;
  await hand.patience.run(hand.at(field.uid).focus({ timeout: ACT_MS, signal: hand.patience.signal }));
  if (field.value === '') return;
  if (field.kind === 'text') await hand.ask('select-all', field.uid);
  else {
    await hand.patience.run(keyboard.press('ControlOrMeta+A'));
    if (!(await hand.ask<boolean>('all-selected', field.uid))) await hand.ask('select-all', field.uid);
  }
  await hand.patience.run(keyboard.press('Delete'));
}

/** Real keys, one after the other, in place of what was there. */
export async function typeKeys(hand: Hand, field: WireField, text: string): Promise<void> {
  await clearByKeys(hand, field);
  if (text.length > MOST_KEYS) return insertLines(hand, text, 'Shift+Enter');
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    if (i > 0) await hand.patience.run(hand.page.keyboard.press('Shift+Enter'));
    if (line) await hand.patience.run(hand.page.keyboard.type(line), 5_000 + line.length * KEY_MS);
  }
}

async function typeRich(hand: Hand, field: WireField, text: string): Promise<void> {
  await clearByKeys(hand, field);
  await insertLines(hand, text, 'Shift+Enter');
  if (holdsText(await fieldOf(hand), text)) return;
  // Editors that know paragraphs but no line breaks; and those that read keys only.
  const multiline = hand.probe.attributes['aria-multiline'] === 'true';
  if (text.includes('\n') && multiline) {
    await clearByKeys(hand, await fieldOf(hand));
    await insertLines(hand, text, 'Enter');
  } else await typeKeys(hand, await fieldOf(hand), text);
}

async function setText(hand: Hand, field: WireField, text: string): Promise<void> {
  if (field.kind === 'rich') return typeRich(hand, field, text);
  const byKeys = field.keyed && text !== '' && !field.multiline;
  if (byKeys) return typeKeys(hand, field, text);
  await hand.patience.run(hand.at(field.uid).fill(text, { timeout: ACT_MS, signal: hand.patience.signal }));
  const now = await fieldOf(hand).catch(() => null);
  if (!now || holdsText(now, text) || text === '') return;
  const cutOff = field.maxLength >= 0 && now.value === text.slice(0, field.maxLength);
  if (!cutOff && text.length <= MOST_KEYS) await typeKeys(hand, now, text);
}

/** Sets the whole text of a field (spec 8.3), and says what it holds then. @throws ActFailure `not-editable`, `bad-value` */
export async function enter(hand: Hand, text: string): Promise<Deed> {
  const native = await setNative(hand, text);
  if (native) return native;
  const field = await fieldOf(hand);
  if (field.kind === 'none') refuse(hand);
  // What a password field holds is not known; it is typed again.
  if (!field.password && holdsText(field, text)) return { already: `${hand.title} already holds that` };
  await setText(hand, field, text);
  const now = await fieldOf(hand).catch(() => null);
  if (!now) return {};
  if (now.password) return holdsText(now, text) ? { effects: [{ type: 'value', from: '', to: '' }] } : {};
  const said = ({ kind, value }: WireField): string =>
    (kind === 'rich' ? value.replace(/\s+/g, ' ').trim() : value).slice(0, MOST_TOLD);
  if (now.value === field.value) return {};
  return { effects: [{ type: 'value', from: said(field), to: said(now) }] };
}
