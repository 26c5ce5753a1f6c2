/** Chooses from lists that are already open: `select` elements, list boxes, radio groups, menus, trees, tabs. */
import type { ChoiceChange } from '../../contract/index.js';
import type { WireChoice, WireChoices } from '../injected/choices.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { findOption, findOptions, describeOptions } from './matching.js';
import { clickElement } from './pointer.js';

/** Maximum number of scrolls through a list that renders only the visible options. */
const MAX_SCROLLS = 80;
const MAX_CLICK_ATTEMPTS = 4;

function createNoOptionFailure(
  target: TargetHandle,
  value: string,
  labels: readonly string[],
): ActionFailure {
  return new ActionFailure(
    'no-option',
    `${target.description} does not offer “${value}”; ${describeOptions(labels)}`,
  );
}

const compareByPosition =
  (choices: readonly WireChoice[]) =>
  (a: WireChoice, b: WireChoice): number =>
    choices.indexOf(a) - choices.indexOf(b);

/**
 * Returns the options that should be selected afterwards, in list order. In a single-choice list, that is the new option.
 */
function combineChoices(
  choices: readonly WireChoice[],
  namedChoices: readonly WireChoice[],
  keepsOthers: boolean,
  change: ChoiceChange | undefined,
): WireChoice[] {
  if (!keepsOthers || change === 'only') return namedChoices.toSorted(compareByPosition(choices));
  return choices.filter((choice) =>
    change === 'remove'
      ? choice.selected && !namedChoices.includes(choice)
      : choice.selected || namedChoices.includes(choice),
  );
}

/**
 * Whether the only selected option has no value, such as "Add filter …". A list that works as a menu of actions returns
 * to this option after each choice.
 */
const isOnlyPlaceholderSelected = (selected: readonly WireChoice[]): boolean =>
  selected.length === 1 && selected[0]!.value.trim() === '';

export async function chooseFromSelect(
  target: TargetHandle,
  value: string,
  change?: ChoiceChange,
): Promise<HandlerResult> {
  const list = await target.queryPage<WireChoices | null>('choices-in', target.controlUid);
  if (!list) throw new ActionFailure('vanished', `${target.description} is no longer on the page`);
  const { choices, multiple } = list;
  const namedOption = findOption(choices, value);
  const { found: namedChoices, missing: missingNames } =
    multiple && !namedOption
      ? findOptions(choices, value)
      : { found: namedOption ? [namedOption] : [], missing: namedOption ? [] : [value] };
  if (missingNames.length || !namedChoices.length)
    throw createNoOptionFailure(
      target,
      missingNames[0] ?? value,
      choices.map((choice) => choice.label),
    );
  const disabledChoice = namedChoices.find((choice) => choice.disabled);
  if (disabledChoice)
    throw new ActionFailure(
      'disabled',
      `the option “${disabledChoice.label}” of ${target.description} is disabled`,
    );
  const requestedChoices = combineChoices(choices, namedChoices, multiple, change);
  const selectedBefore = choices.filter((choice) => choice.selected);
  if (
    selectedBefore.length === requestedChoices.length &&
    requestedChoices.every((choice) => choice.selected)
  )
    return {
      noActionReason: `${target.description} already shows ${requestedChoices.map((choice) => choice.label).join(', ') || 'no option'}`,
    };
  await target.waiter.run(
    target.locate(target.controlUid).selectOption(
      requestedChoices.map((choice) => ({ index: choices.indexOf(choice) })),
      { timeout: target.limits.elementActionMs, noWaitAfter: true, signal: target.waiter.signal },
    ),
  );
  const listAfter = await target
    .queryPage<WireChoices | null>('choices-in', target.controlUid)
    .catch(() => null);
  const selectedAfter = listAfter?.choices.filter((choice) => choice.selected) ?? [];
  const joinNames = (list: readonly WireChoice[], getName: (choice: WireChoice) => string): string =>
    list.map(getName).join(', ');
  const getLabel = (choice: WireChoice): string => choice.label;
  const getIdentity = (choice: WireChoice): string => `${choice.group}\n${choice.label}\n${choice.value}`;
  const returnedToPlaceholder =
    joinNames(selectedAfter, getIdentity) === joinNames(selectedBefore, getIdentity) &&
    isOnlyPlaceholderSelected(selectedAfter);
  if (
    listAfter &&
    !returnedToPlaceholder &&
    joinNames(selectedAfter, getIdentity) !== joinNames(requestedChoices, getIdentity)
  )
    throw new ActionFailure(
      'bad-value',
      `${target.description} shows ${selectedAfter.length ? `“${joinNames(selectedAfter, getLabel)}”` : 'no option'}, not “${joinNames(requestedChoices, getLabel)}”`,
    );
  const hasSelectionChanged =
    selectedAfter.map((choice) => choice.uid).join() !== selectedBefore.map((choice) => choice.uid).join();
  // Options in different groups may have the same label. The effect then also names the groups.
  return listAfter &&
    hasSelectionChanged &&
    joinNames(selectedAfter, getLabel) === joinNames(selectedBefore, getLabel)
    ? {
        effects: [
          {
            type: 'value',
            from: joinNames(selectedBefore, (choice) => `${choice.group}: ${choice.label}`),
            to: joinNames(selectedAfter, (choice) => `${choice.group}: ${choice.label}`),
          },
        ],
      }
    : {};
}

export interface ChoiceSearchResult {
  choice: WireChoice | null;
  /** The labels of all options that the search has seen. */
  labels: string[];
}

/** Searches a list for an option, scrolling if the list renders only some of its options. */
export async function searchChoice(
  target: TargetHandle,
  initialChoices: WireChoices,
  value: string,
  readChoices: () => Promise<WireChoices | null>,
): Promise<ChoiceSearchResult> {
  const labels = new Set<string>();
  const findIn = (wireChoices: WireChoices | null): WireChoice | null => {
    for (const { label } of wireChoices?.choices ?? []) labels.add(label);
    return findOption(wireChoices?.choices ?? [], value);
  };
  let choice = findIn(initialChoices);
  if (choice || !initialChoices.listUid) return { choice, labels: [...labels] };
  const { listUid } = initialChoices;
  const deadline = performance.now() + target.limits.listSearchMs;
  if (await target.queryPage<boolean>('scroll-list', listUid, 'start')) {
    await target.waiter.pause(target.limits.listRenderMs);
    choice = findIn(await readChoices());
  }
  for (let i = 0; !choice && i < MAX_SCROLLS && performance.now() < deadline; i++) {
    const knownLabelCount = labels.size;
    const hasScrolled = await target.queryPage<boolean>('scroll-list', listUid, 'forward');
    if (!hasScrolled && i === 0) break;
    await target.waiter.pause(target.limits.listRenderMs);
    choice = findIn(await readChoices());
    if (choice || hasScrolled) continue;
    // The list may load more options at its end.
    const hasLoadedMore = await target.waiter.poll(async () => {
      choice = findIn(await readChoices());
      return choice !== null || labels.size > knownLabelCount;
    }, target.limits.listLoadMs);
    if (!hasLoadedMore) break;
  }
  return { choice, labels: [...labels] };
}

/** Clicks an option. If the list re-renders, finds the option again. @throws ActionFailure `disabled`, `no-option` */
export async function clickChoice(
  target: TargetHandle,
  searchResult: ChoiceSearchResult,
  value: string,
  readChoices: () => Promise<WireChoices | null>,
): Promise<WireChoice> {
  let { choice } = searchResult;
  for (let attempt = 0; choice && attempt < MAX_CLICK_ATTEMPTS; attempt++) {
    if (choice.disabled)
      throw new ActionFailure(
        'disabled',
        `the option “${choice.label}” of ${target.description} is disabled`,
      );
    if (await clickElement(target, choice.uid)) return choice;
    choice = findOption((await readChoices())?.choices ?? [], value);
  }
  throw createNoOptionFailure(target, value, searchResult.labels);
}

/** Chooses options inside the target: a list box, a radio group, an open menu, tabs. */
export async function chooseFromList(
  target: TargetHandle,
  initialChoices: WireChoices,
  value: string,
  change?: ChoiceChange,
): Promise<HandlerResult> {
  const readChoices = (): Promise<WireChoices | null> =>
    target.queryPage<WireChoices | null>('choices-in', target.uid);
  const values =
    initialChoices.multiple && !findOption(initialChoices.choices, value)
      ? value.split(/\s*,\s*/).filter(Boolean)
      : [value];
  let clickCount = 0;
  for (const item of values) {
    const searchResult = await searchChoice(
      target,
      clickCount ? ((await readChoices()) ?? initialChoices) : initialChoices,
      item,
      readChoices,
    );
    if (searchResult.choice && searchResult.choice.selected !== (change === 'remove')) continue;
    await clickChoice(target, searchResult, item, readChoices);
    clickCount++;
  }
  if (initialChoices.multiple && change === 'only')
    clickCount += await deselectOthers(target, values, readChoices);
  if (clickCount) return {};
  return {
    noActionReason: `${values.join(', ')} ${change === 'remove' ? 'was not chosen' : 'was already chosen'}`,
  };
}

/** Deselects options that are not among the values. @returns the number of clicks */
async function deselectOthers(
  target: TargetHandle,
  values: readonly string[],
  readChoices: () => Promise<WireChoices | null>,
): Promise<number> {
  const { choices = [] } = (await readChoices()) ?? {};
  const keptChoices = new Set(values.map((value) => findOption(choices, value)));
  let clickCount = 0;
  for (const choice of choices)
    if (choice.selected && !keptChoices.has(choice) && (await clickElement(target, choice.uid)))
      clickCount += 1;
  return clickCount;
}
