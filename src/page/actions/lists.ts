/** Choosing from lists that are there: native selects, list boxes, radio groups, menus, trees, tabs. */
import type { WireChoice, WireChoices } from '../injected/options.js';
import { ACT_MS, ActFailure } from './act-failure.js';
import type { Deed, Hand } from './hand.js';
import { findOption, findSeveral, offers } from './matching.js';
import { clickOn } from './pointer.js';

/** A list that draws only what is in view is scrolled through, so far and no farther. */
const MOST_SCROLLS = 80;
const SEEK_MS = 12_000;
const DRAW_MS = 70;
const MORE_MS = 600;
const MOST_TRIES = 4;

function notOffered(hand: Hand, value: string, labels: readonly string[]): ActFailure {
  return new ActFailure('no-option', `${hand.title} does not offer “${value}”; ${offers(labels)}`);
}

export async function chooseNative(hand: Hand, value: string): Promise<Deed> {
  const answer = await hand.ask<WireChoices | null>('choices-in', hand.control);
  if (!answer) throw new ActFailure('vanished', `${hand.title} is no longer on the page`);
  const { choices, multiple } = answer;
  const one = findOption(choices, value);
  const { found, missing } =
    multiple && !one ? findSeveral(choices, value) : { found: one ? [one] : [], missing: one ? [] : [value] };
  if (missing.length || !found.length)
    throw notOffered(
      hand,
      missing[0] ?? value,
      choices.map((choice) => choice.label),
    );
  const off = found.find((choice) => choice.disabled);
  if (off) throw new ActFailure('disabled', `the option “${off.label}” of ${hand.title} is disabled`);
  const selected = choices.filter((choice) => choice.selected);
  if (selected.length === found.length && found.every((choice) => choice.selected))
    return { already: `${hand.title} already shows ${found.map((choice) => choice.label).join(', ')}` };
  await hand.patience.run(
    hand.at(hand.control).selectOption(
      found.map((choice) => ({ index: choices.indexOf(choice) })),
      { timeout: ACT_MS, noWaitAfter: true, signal: hand.patience.signal },
    ),
  );
  const after = await hand.ask<WireChoices | null>('choices-in', hand.control).catch(() => null);
  const now = after?.choices.filter((choice) => choice.selected) ?? [];
  const told = (of: readonly WireChoice[], name: (choice: WireChoice) => string): string =>
    of.map(name).join(', ');
  const label = (choice: WireChoice): string => choice.label;
  const moved = now.map((choice) => choice.uid).join() !== selected.map((choice) => choice.uid).join();
  // Two options of one name in different groups: the group tells them apart.
  return after && moved && told(now, label) === told(selected, label)
    ? {
        effects: [
          {
            type: 'value',
            from: told(selected, (choice) => `${choice.group}: ${choice.label}`),
            to: told(now, (choice) => `${choice.group}: ${choice.label}`),
          },
        ],
      }
    : {};
}

export interface Sought {
  choice: WireChoice | null;
  /** Every label that was seen on the way. */
  seen: string[];
}

/** Looks for a choice in a list, scrolling through it where it holds more than it shows. */
export async function seek(
  hand: Hand,
  first: WireChoices,
  value: string,
  read: () => Promise<WireChoices | null>,
): Promise<Sought> {
  const seen = new Set<string>();
  const look = (answer: WireChoices | null): WireChoice | null => {
    for (const { label } of answer?.choices ?? []) seen.add(label);
    return findOption(answer?.choices ?? [], value);
  };
  let choice = look(first);
  if (choice || !first.list) return { choice, seen: [...seen] };
  const { list } = first;
  const end = performance.now() + SEEK_MS;
  if (await hand.ask<boolean>('scroll-list', list, 'start')) {
    await hand.patience.pause(DRAW_MS);
    choice = look(await read());
  }
  for (let i = 0; !choice && i < MOST_SCROLLS && performance.now() < end; i++) {
    const known = seen.size;
    const moved = await hand.ask<boolean>('scroll-list', list, 'on');
    if (!moved && i === 0) break;
    await hand.patience.pause(DRAW_MS);
    choice = look(await read());
    if (choice || moved) continue;
    // At its end a list may fetch more.
    const more = await hand.patience.until(async () => {
      choice = look(await read());
      return choice !== null || seen.size > known;
    }, MORE_MS);
    if (!more) break;
  }
  return { choice, seen: [...seen] };
}

/** Clicks one choice, in its new shape where the list has drawn itself again. @throws ActFailure `disabled`, `no-option` */
export async function take(
  hand: Hand,
  sought: Sought,
  value: string,
  read: () => Promise<WireChoices | null>,
): Promise<WireChoice> {
  let { choice } = sought;
  for (let tries = 0; choice && tries < MOST_TRIES; tries++) {
    if (choice.disabled)
      throw new ActFailure('disabled', `the option “${choice.label}” of ${hand.title} is disabled`);
    if (await clickOn(hand, choice.uid)) return choice;
    choice = findOption((await read())?.choices ?? [], value);
  }
  throw notOffered(hand, value, sought.seen);
}

/** Chooses inside the target itself: a list box, a group of radios, an open menu, tabs. */
export async function chooseWithin(hand: Hand, first: WireChoices, value: string): Promise<Deed> {
  const read = (): Promise<WireChoices | null> => hand.ask<WireChoices | null>('choices-in', hand.uid);
  const wanted =
    first.multiple && !findOption(first.choices, value) ? value.split(/\s*,\s*/).filter(Boolean) : [value];
  let clicks = 0;
  for (const one of wanted) {
    const sought = await seek(hand, clicks ? ((await read()) ?? first) : first, one, read);
    if (sought.choice?.selected) continue;
    await take(hand, sought, one, read);
    clicks++;
  }
  return clicks ? {} : { already: `${wanted.join(', ')} already was chosen` };
}
