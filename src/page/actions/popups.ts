/**
 * Chooses from the popup of a combo box, list button or menu button. A click or, if that fails, an arrow key opens the
 * popup. If an editable control does not list the option, the option's text is typed. If the option does not exist, the
 * control keeps its value.
 */
import { foldCase } from '../../text/index.js';
import type { WireField } from '../injected/editing.js';
import type { WireChoice, WireChoices } from '../injected/choices.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { searchChoice, clickChoice, type ChoiceSearchResult } from './lists.js';
import { findOption, describeOptions } from './matching.js';
import { leftClick } from './pointer.js';
import { makeReachable } from './verify-target.js';
import { readField, replaceTextWithKeys } from './typing.js';

export class Popup {
  readonly #target: TargetHandle;
  readonly #controlUid: string;

  constructor(target: TargetHandle, controlUid: string) {
    this.#target = target;
    this.#controlUid = controlUid;
  }

  readChoices = (): Promise<WireChoices | null> =>
    this.#target.queryPage<WireChoices | null>('choices', this.#controlUid);

  async waitForChoices(ms: number): Promise<WireChoices | null> {
    return this.#target.waiter.poll(async () => {
      const popup = await this.readChoices();
      return popup !== null && popup.choices.length > 0 && !popup.busy && popup;
    }, ms);
  }

  /** Opens the popup with a click, then with keys. `choices` is null if no options appear. */
  async open(editable: boolean): Promise<{ choices: WireChoices | null; result: HandlerResult }> {
    const target = this.#target;
    await target.queryPage('remember-shown');
    const popup = await this.readChoices();
    if (popup && popup.expanded !== false && popup.choices.length) return { choices: popup, result: {} };
    await makeReachable(target);
    const result = await leftClick(target);
    const openMs = editable ? target.limits.editablePopupOpenMs : target.limits.popupOpenMs;
    let choices = await this.waitForChoices(openMs);
    for (const key of ['ArrowDown', 'Alt+ArrowDown']) {
      if (choices) break;
      // Something has opened, but not a list. More keys could have other effects in it.
      if ((await this.readChoices())?.expanded) {
        choices = await this.waitForChoices(target.limits.popupLoadMs);
        break;
      }
      await target.waiter.run(
        target.locate(this.#controlUid).press(key, {
          timeout: target.limits.elementActionMs,
          noWaitAfter: true,
          signal: target.waiter.signal,
        }),
      );
      choices = await this.waitForChoices(target.limits.editablePopupOpenMs);
    }
    return { choices, result };
  }

  /** Closes the popup, but only if it is open, because Escape could otherwise close the surrounding dialog. */
  async close(): Promise<void> {
    const popup = await this.readChoices().catch(() => null);
    if (!popup || popup.expanded === false || (popup.expanded === null && !popup.choices.length)) return;
    await this.#target.waiter.run(this.#target.page.keyboard.press('Escape'));
  }

  /** Waits for suggestions until one matches or they no longer change. */
  async waitForSuggestions(value: string): Promise<WireChoices | null> {
    let previousLabels = '';
    let unchangedSince = performance.now();
    let lastChoices: WireChoices | null = null;
    await this.#target.waiter.poll(async () => {
      const popup = await this.readChoices();
      const labels = (popup?.choices ?? []).map((choice) => choice.label).join('\n');
      if (labels !== previousLabels) {
        previousLabels = labels;
        unchangedSince = performance.now();
      }
      lastChoices = popup;
      if (!popup?.choices.length || popup.busy) return false;
      return (
        findOption(popup.choices, value) !== null ||
        performance.now() - unchangedSince > this.#target.limits.stableSuggestionsMs
      );
    }, this.#target.limits.suggestionsMs);
    return lastChoices;
  }
}

/** Whether the choice is visible: in the control's value or text, in a chip next to it, or as the selected option. */
async function showsChoice(target: TargetHandle, controlUid: string, choice: WireChoice): Promise<boolean> {
  const snapshot = await target.readSnapshot(controlUid);
  // Null: the page has navigated. The caller then finds the effect by comparing the page before and after.
  if (!snapshot) return true;
  const label = foldCase(choice.label);
  const displayedTexts = [snapshot.value, snapshot.name, snapshot.textContent].map(foldCase);
  if (displayedTexts.some((text) => text !== '' && (text === label || text.includes(label)))) return true;
  if (snapshot.value && (snapshot.value === choice.value || label.includes(foldCase(snapshot.value))))
    return true;
  const option = await target.readSnapshot(choice.uid);
  if (option?.states.selected === true || option?.states.checked === true) return true;
  return target.queryPage<boolean>('shows-text', controlUid, choice.label);
}

async function restoreField(target: TargetHandle, popup: Popup, field: WireField | null): Promise<void> {
  if (field) await replaceTextWithKeys(target, field, field.value).catch(() => undefined);
  await popup.close();
}

/** Splits "English and French" into two labels. Returns an empty array unless all of them are options of the list. */
function splitIntoOptions(choices: WireChoices | null, value: string): string[] {
  const parts = value.split(/\s*[,;\n]\s*(?:and\s+)?|\s+and\s+/iu).filter(Boolean);
  return parts.length > 1 && parts.every((part) => findOption(choices?.choices ?? [], part) !== null)
    ? parts
    : [];
}

/** Chooses more options in a list that stays open after the first choice. @throws ActionFailure `bad-value` */
async function chooseMoreOptions(
  target: TargetHandle,
  popup: Popup,
  controlUid: string,
  parts: readonly string[],
): Promise<void> {
  for (const part of parts) {
    const choices = await popup.waitForChoices(target.limits.editablePopupOpenMs);
    if (!choices) throw new ActionFailure('bad-value', `${target.description} accepts only one option`);
    const searchResult = await searchChoice(target, choices, part, popup.readChoices);
    const choice = await clickChoice(target, searchResult, part, popup.readChoices);
    const isShown = await target.waiter.poll(
      () => showsChoice(target, controlUid, choice),
      target.limits.valueShownMs,
    );
    if (!isShown)
      throw new ActionFailure(
        'no-option',
        `“${choice.label}” was clicked, but ${target.description} does not show it`,
      );
  }
}

export async function chooseFromPopup(target: TargetHandle, value: string): Promise<HandlerResult> {
  const targetField = await readField(target);
  const field = targetField.kind === 'text' ? targetField : null;
  const controlUid = field?.uid ?? target.controlUid;
  const displayedValue = field ? field.value : target.snapshot.value || target.snapshot.textContent;
  if (target.candidate.role === 'combobox' && displayedValue && foldCase(displayedValue) === foldCase(value))
    return { noActionReason: `${target.description} already shows ${value}` };
  const popup = new Popup(target, controlUid);
  const { choices: firstChoices, result } = await popup.open(field !== null);
  let searchResult: ChoiceSearchResult = firstChoices
    ? await searchChoice(target, firstChoices, value, popup.readChoices)
    : { choice: null, labels: [] };
  if (searchResult.choice?.selected && firstChoices?.multiple) {
    await popup.close();
    return { noActionReason: `${searchResult.choice.label} was already chosen` };
  }
  const parts = searchResult.choice ? [] : splitIntoOptions(firstChoices, value);
  // A click on an option that is already chosen would deselect it.
  const newParts = firstChoices?.multiple
    ? parts.filter((part) => !findOption(firstChoices.choices, part)?.selected)
    : parts;
  if (parts.length && !newParts.length) {
    await popup.close();
    return { noActionReason: `${parts.join(' and ')} were already chosen` };
  }
  const [firstPart, ...remainingParts] = newParts;
  if (firstPart !== undefined)
    searchResult = await searchChoice(target, firstChoices!, firstPart, popup.readChoices);
  let hasTypedText = false;
  if (!searchResult.choice && field) {
    hasTypedText = true;
    await replaceTextWithKeys(target, field, value);
    const suggestions = await popup.waitForSuggestions(value);
    const narrowedSearchResult = suggestions
      ? await searchChoice(target, suggestions, value, popup.readChoices)
      : searchResult;
    searchResult = {
      choice: narrowedSearchResult.choice,
      labels: [...searchResult.labels, ...narrowedSearchResult.labels],
    };
  }
  if (!searchResult.choice || searchResult.choice.disabled) {
    await restoreField(target, popup, hasTypedText ? field : null);
    if (!searchResult.choice && !searchResult.labels.length)
      throw new ActionFailure('no-option', `${target.description} did not open a list with “${value}”`);
  }
  const choice = await clickChoice(target, searchResult, firstPart ?? value, popup.readChoices);
  const isShown = await target.waiter.poll(
    () => showsChoice(target, controlUid, choice),
    target.limits.valueShownMs,
  );
  try {
    if (isShown) await chooseMoreOptions(target, popup, controlUid, remainingParts);
  } finally {
    if (remainingParts.length) await popup.close();
  }
  const choicesAfter = await popup.readChoices().catch(() => null);
  if (firstChoices?.multiple || choicesAfter?.multiple) await popup.close();
  const controlShowsValue = field !== null || target.candidate.role === 'combobox';
  const isStillOpen = choice.role === 'option' && choicesAfter?.expanded === true;
  if (!isShown && (controlShowsValue || isStillOpen)) {
    const snapshot = await target.readSnapshot(controlUid);
    throw new ActionFailure(
      'no-option',
      `“${choice.label}” was clicked, but ${target.description} shows “${(snapshot?.value || snapshot?.textContent || '').trim().slice(0, 60)}”; ${describeOptions(searchResult.labels)}`,
    );
  }
  return result;
}
