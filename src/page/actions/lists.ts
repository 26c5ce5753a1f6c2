/** Chooses from lists that are already rendered: selects, list boxes, radio groups, menus, trees, tabs. */
import type { ChoiceChange } from '../../contract/index.js';
import type { WireChoice, WireChoices } from '../injected/choices.js';
import { ActionFailure } from './action-failure.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { findOption, findOptions, describeOptions } from './matching.js';
import { clickOn } from './pointer.js';

/** Maximum number of scrolls through a list that renders only the visible options. */
const MAX_SCROLLS = 80;
const MAX_CLICK_ATTEMPTS = 4;

function noOptionFailure(target: TargetHandle, value: string, labels: readonly string[]): ActionFailure {
  return new ActionFailure(
    'no-option',
    `${target.title} does not offer “${value}”; ${describeOptions(labels)}`,
  );
}

const byPosition =
  (choices: readonly WireChoice[]) =>
  (a: WireChoice, b: WireChoice): number =>
    choices.indexOf(a) - choices.indexOf(b);

/** The options that should be selected afterwards, in list order. A single-choice list has only the new option. */
function combineChoices(
  choices: readonly WireChoice[],
  named: readonly WireChoice[],
  keepsOthers: boolean,
  change: ChoiceChange | undefined,
): WireChoice[] {
  if (!keepsOthers || change === 'only') return named.toSorted(byPosition(choices));
  return choices.filter((choice) =>
    change === 'remove'
      ? choice.selected && !named.includes(choice)
      : choice.selected || named.includes(choice),
  );
}

/** Whether a list has returned to its empty first option ("Add filter …"). Such a list is a menu of actions. */
const isPlaceholder = (selected: readonly WireChoice[]): boolean =>
  selected.length === 1 && selected[0]!.value.trim() === '';

export async function chooseFromSelect(
  target: TargetHandle,
  value: string,
  change?: ChoiceChange,
): Promise<HandlerResult> {
  const answer = await target.ask<WireChoices | null>('choices-in', target.controlUid);
  if (!answer) throw new ActionFailure('vanished', `${target.title} is no longer on the page`);
  const { choices, multiple } = answer;
  const item = findOption(choices, value);
  const { found: named, missing } =
    multiple && !item
      ? findOptions(choices, value)
      : { found: item ? [item] : [], missing: item ? [] : [value] };
  if (missing.length || !named.length)
    throw noOptionFailure(
      target,
      missing[0] ?? value,
      choices.map((choice) => choice.label),
    );
  const disabledChoice = named.find((choice) => choice.disabled);
  if (disabledChoice)
    throw new ActionFailure(
      'disabled',
      `the option “${disabledChoice.label}” of ${target.title} is disabled`,
    );
  const found = combineChoices(choices, named, multiple, change);
  const selected = choices.filter((choice) => choice.selected);
  if (selected.length === found.length && found.every((choice) => choice.selected))
    return {
      already: `${target.title} already shows ${found.map((choice) => choice.label).join(', ') || 'no option'}`,
    };
  await target.waiter.run(
    target.locate(target.controlUid).selectOption(
      found.map((choice) => ({ index: choices.indexOf(choice) })),
      { timeout: target.limits.elementActionMs, noWaitAfter: true, signal: target.waiter.signal },
    ),
  );
  const after = await target.ask<WireChoices | null>('choices-in', target.controlUid).catch(() => null);
  const selectedAfter = after?.choices.filter((choice) => choice.selected) ?? [];
  const joinNames = (list: readonly WireChoice[], name: (choice: WireChoice) => string): string =>
    list.map(name).join(', ');
  const label = (choice: WireChoice): string => choice.label;
  const identity = (choice: WireChoice): string => `${choice.group}\n${choice.label}\n${choice.value}`;
  const isReset =
    joinNames(selectedAfter, identity) === joinNames(selected, identity) && isPlaceholder(selectedAfter);
  if (after && !isReset && joinNames(selectedAfter, identity) !== joinNames(found, identity))
    throw new ActionFailure(
      'bad-value',
      `${target.title} shows ${selectedAfter.length ? `“${joinNames(selectedAfter, label)}”` : 'no option'}, not “${joinNames(found, label)}”`,
    );
  const selectionChanged =
    selectedAfter.map((choice) => choice.uid).join() !== selected.map((choice) => choice.uid).join();
  // Options in different groups may have equal labels, so the effect then names the groups too.
  return after && selectionChanged && joinNames(selectedAfter, label) === joinNames(selected, label)
    ? {
        effects: [
          {
            type: 'value',
            from: joinNames(selected, (choice) => `${choice.group}: ${choice.label}`),
            to: joinNames(selectedAfter, (choice) => `${choice.group}: ${choice.label}`),
          },
        ],
      }
    : {};
}

export interface ChoiceSearch {
  choice: WireChoice | null;
  /** All labels that the search found. */
  labels: string[];
}

/** Searches a list for an option, scrolling if the list renders only some of its options. */
export async function searchChoice(
  target: TargetHandle,
  first: WireChoices,
  value: string,
  read: () => Promise<WireChoices | null>,
): Promise<ChoiceSearch> {
  const labels = new Set<string>();
  const findIn = (answer: WireChoices | null): WireChoice | null => {
    for (const { label } of answer?.choices ?? []) labels.add(label);
    return findOption(answer?.choices ?? [], value);
  };
  let choice = findIn(first);
  if (choice || !first.list) return { choice, labels: [...labels] };
  const { list } = first;
  const end = performance.now() + target.limits.listSearchMs;
  if (await target.ask<boolean>('scroll-list', list, 'start')) {
    await target.waiter.pause(target.limits.listRenderMs);
    choice = findIn(await read());
  }
  for (let i = 0; !choice && i < MAX_SCROLLS && performance.now() < end; i++) {
    const known = labels.size;
    const moved = await target.ask<boolean>('scroll-list', list, 'forward');
    if (!moved && i === 0) break;
    await target.waiter.pause(target.limits.listRenderMs);
    choice = findIn(await read());
    if (choice || moved) continue;
    // The list may load more options at its end.
    const hasLoadedMore = await target.waiter.poll(async () => {
      choice = findIn(await read());
      return choice !== null || labels.size > known;
    }, target.limits.listLoadMs);
    if (!hasLoadedMore) break;
  }
  return { choice, labels: [...labels] };
}

/** Clicks the option, and finds it again if the list re-renders. @throws ActionFailure `disabled`, `no-option` */
export async function clickChoice(
  target: TargetHandle,
  search: ChoiceSearch,
  value: string,
  read: () => Promise<WireChoices | null>,
): Promise<WireChoice> {
  let { choice } = search;
  for (let tries = 0; choice && tries < MAX_CLICK_ATTEMPTS; tries++) {
    if (choice.disabled)
      throw new ActionFailure('disabled', `the option “${choice.label}” of ${target.title} is disabled`);
    if (await clickOn(target, choice.uid)) return choice;
    choice = findOption((await read())?.choices ?? [], value);
  }
  throw noOptionFailure(target, value, search.labels);
}

/** Chooses options inside the target: a list box, a radio group, an open menu, tabs. */
export async function chooseFromList(
  target: TargetHandle,
  first: WireChoices,
  value: string,
  change?: ChoiceChange,
): Promise<HandlerResult> {
  const read = (): Promise<WireChoices | null> => target.ask<WireChoices | null>('choices-in', target.uid);
  const values =
    first.multiple && !findOption(first.choices, value) ? value.split(/\s*,\s*/).filter(Boolean) : [value];
  let clicks = 0;
  for (const item of values) {
    const search = await searchChoice(target, clicks ? ((await read()) ?? first) : first, item, read);
    if (search.choice && search.choice.selected !== (change === 'remove')) continue;
    await clickChoice(target, search, item, read);
    clicks++;
  }
  if (first.multiple && change === 'only') clicks += await removeOthers(target, values, read);
  if (clicks) return {};
  return { already: `${values.join(', ')} ${change === 'remove' ? 'was not chosen' : 'was already chosen'}` };
}

/** Deselects options that are not among the values. @returns the number of clicks */
async function removeOthers(
  target: TargetHandle,
  values: readonly string[],
  read: () => Promise<WireChoices | null>,
): Promise<number> {
  const { choices = [] } = (await read()) ?? {};
  const kept = new Set(values.map((value) => findOption(choices, value)));
  let clicks = 0;
  for (const choice of choices)
    if (choice.selected && !kept.has(choice) && (await clickOn(target, choice.uid))) clicks += 1;
  return clicks;
}
