/**
 * Choosing from what a control opens: select-only and editable combo boxes, list buttons, menu buttons. Opened as
 * people do, with a click, else with the arrow keys; an editable one is typed into when its list does not show
 * the choice. What is not offered leaves the control as it was.
 */
import type { WireField } from '../injected/editing.js';
import type { WireChoice, WireChoices } from '../injected/options.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import type { Deed, Hand } from './hand.js';
import { seek, take, type Sought } from './lists.js';
import { findOption, folded, offers } from './matching.js';
import { leftClick } from './pointer.js';
import { uncover } from './recheck.js';
import { fieldOf, typeKeys } from './typing.js';

const OPEN_MS = 1_500;
/** An editable field may open nothing until something is typed. */
const MAY_OPEN_MS = 350;
/** Suggestions that are fetched get this long; once there, they may still be narrowed down. */
const SUGGEST_MS = 4_000;
const STEADY_MS = 700;
const SHOWS_MS = 1_500;
/** A list that says it is open may still be waiting for its content. */
const FETCH_MS = 3_000;

export class Popup {
  readonly #hand: Hand;
  readonly #control: string;

  constructor(hand: Hand, control: string) {
    this.#hand = hand;
    this.#control = control;
  }

  read = (): Promise<WireChoices | null> => this.#hand.ask<WireChoices | null>('choices', this.#control);

  async shown(ms: number): Promise<WireChoices | null> {
    return this.#hand.patience.until(async () => {
      const now = await this.read();
      return now !== null && now.choices.length > 0 && !now.busy && now;
    }, ms);
  }

  /** Opens it, by click and then by key; null when nothing to choose from appears. */
  async open(editable: boolean): Promise<{ choices: WireChoices | null; deed: Deed }> {
    const hand = this.#hand;
    await hand.ask('note-shown');
    const now = await this.read();
    if (now && now.expanded !== false && now.choices.length) return { choices: now, deed: {} };
    await uncover(hand);
    const deed = await leftClick(hand);
    const patience = editable ? MAY_OPEN_MS : OPEN_MS;
    let choices = await this.shown(patience);
    for (const key of ['ArrowDown', 'Alt+ArrowDown']) {
      if (choices) break;
      // Something else than a list opened: keys would do there what nobody asked for.
      if ((await this.read())?.expanded) {
        choices = await this.shown(FETCH_MS);
        break;
      }
      await hand.patience.run(
        hand
          .at(this.#control)
          .press(key, { timeout: ACT_MS, noWaitAfter: true, signal: hand.patience.signal }),
      );
      choices = await this.shown(MAY_OPEN_MS);
    }
    return { choices, deed };
  }

  /** Closes what is still open; Escape where nothing is open might close what lies around. */
  async close(): Promise<void> {
    const now = await this.read().catch(() => null);
    if (!now || now.expanded === false || (now.expanded === null && !now.choices.length)) return;
    await this.#hand.patience.run(this.#hand.page.keyboard.press('Escape'));
  }

  /** What is offered for what was typed, once a match is there or nothing more comes. */
  async suggestions(value: string): Promise<WireChoices | null> {
    let key = '';
    let since = performance.now();
    let last: WireChoices | null = null;
    await this.#hand.patience.until(async () => {
      const now = await this.read();
      const labels = (now?.choices ?? []).map((choice) => choice.label).join('\n');
      if (labels !== key) {
        key = labels;
        since = performance.now();
      }
      last = now;
      if (!now?.choices.length || now.busy) return false;
      return findOption(now.choices, value) !== null || performance.now() - since > STEADY_MS;
    }, SUGGEST_MS);
    return last;
  }
}

/** The control shows what was chosen: its value, its text, a chip beside it, or the option's own state. */
async function showsChoice(hand: Hand, control: string, choice: WireChoice): Promise<boolean> {
  const now = await hand.look(control);
  // The page went elsewhere; what came of it is seen from outside.
  if (!now) return true;
  const label = folded(choice.label);
  const shown = [now.value, now.name, now.textContent].map(folded);
  if (shown.some((text) => text !== '' && (text === label || text.includes(label)))) return true;
  if (now.value && (now.value === choice.value || label.includes(folded(now.value)))) return true;
  const option = await hand.look(choice.uid);
  if (option?.states.selected === true || option?.states.checked === true) return true;
  return hand.ask<boolean>('says', control, choice.label);
}

async function restore(hand: Hand, popup: Popup, field: WireField | null): Promise<void> {
  if (field) await typeKeys(hand, field, field.value).catch(() => undefined);
  await popup.close();
}

export async function chooseFromPopup(hand: Hand, value: string): Promise<Deed> {
  const asked = await fieldOf(hand);
  const field = asked.kind === 'text' ? asked : null;
  const control = field?.uid ?? hand.control;
  const shows = field ? field.value : hand.probe.value || hand.probe.textContent;
  if (hand.candidate.role === 'combobox' && shows && folded(shows) === folded(value))
    return { already: `${hand.title} already shows ${value}` };
  const popup = new Popup(hand, control);
  const { choices: first, deed } = await popup.open(field !== null);
  let sought: Sought = first ? await seek(hand, first, value, popup.read) : { choice: null, seen: [] };
  if (sought.choice?.selected && first?.multiple) {
    await popup.close();
    return { already: `${sought.choice.label} already was chosen` };
  }
  let typed = false;
  if (!sought.choice && field) {
    typed = true;
    await typeKeys(hand, field, value);
    const offered = await popup.suggestions(value);
    const narrowed = offered ? await seek(hand, offered, value, popup.read) : sought;
    sought = { choice: narrowed.choice, seen: [...sought.seen, ...narrowed.seen] };
  }
  if (!sought.choice || sought.choice.disabled) {
    await restore(hand, popup, typed ? field : null);
    if (!sought.choice && !sought.seen.length)
      throw new ActFailure('no-option', `${hand.title} opened nothing to choose “${value}” from`);
  }
  const choice = await take(hand, sought, value, popup.read);
  const showsIt = await hand.patience.until(() => showsChoice(hand, control, choice), SHOWS_MS);
  const left = await popup.read().catch(() => null);
  if (first?.multiple || left?.multiple) await popup.close();
  const keepsValue = field !== null || hand.candidate.role === 'combobox';
  const stillOpen = choice.role === 'option' && left?.expanded === true;
  if (!showsIt && (keepsValue || stillOpen)) {
    const now = await hand.look(control);
    throw new ActFailure(
      'no-option',
      `“${choice.label}” was clicked, but ${hand.title} shows “${(now?.value || now?.textContent || '').trim().slice(0, 60)}”; ${offers(sought.seen)}`,
    );
  }
  return deed;
}
