/** Orders that need reading before they are done: values from the page, conditions, comparisons, places to look in. */
import { expect, test } from '@playwright/test';
import type { Observation, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { block, changed, look, Talk, type Sketch } from './page.js';

type React = (act: { intent: string }, name: string, talk: Talk) => Outcome;
const talk = (page: Observation, react?: React): Talk =>
  new Talk(
    createDirectNavigator(() => new Date(2026, 10, 20)),
    page,
    react,
  );
const button = (name: string, more: Partial<Sketch> = {}): Sketch => ({ role: 'button', name, ...more });

test.describe('what is written is read first', () => {
  const page = (): Observation =>
    look(
      [
        { role: 'row', name: 'Country Norway' },
        { role: 'cell', name: 'Country', parent: 'Country Norway' },
        { role: 'cell', name: 'Norway', parent: 'Country Norway' },
        { role: 'textbox', name: 'Note' },
      ],
      { text: [block('paragraph', 'Nulla quis, tortor placerat.')] },
    );
  for (const [line, value] of [
    ['Enter the value of Country into the note field', 'Norway'],
    ['Find the 2nd word in the paragraph and type that into the note field', 'quis'],
    ['Type the last word of the text below into the note field', 'placerat'],
    ['Type "Oslo" in capital letters in the note field', 'OSLO'],
  ] as const)
    test(line, async () => {
      const t = talk(page());
      expect((await t.say(line)).kind).toBe('report');
      expect(t.done).toEqual([`textInput Note=${value}`]);
    });

  test('nothing is written where the page does not hold it', async () => {
    const t = talk(page());
    const said = await t.say('Enter the value of Postcode into the note field');
    expect(said).toMatchObject({ kind: 'unfinished', text: expect.stringContaining('Postcode') });
    expect(t.done).toEqual([]);
  });
});

test.describe('conditions', () => {
  const page = (price: string): Observation =>
    look([button('Buy'), button('Close')], { text: [block('row', `Price: ${price} | Seats: 4`)] });

  test('what is not so is left out, and the report says so', async () => {
    const t = talk(page('$50'));
    const said = await t.say('If the price is below 40, click Buy, otherwise click Close');
    expect(t.done).toEqual(['click Close']);
    expect(said.text).toContain('since it is not so that the price is below 40');
  });

  test('what cannot be told is not done', async () => {
    const t = talk(page('$50'));
    const said = await t.say('Click Buy if the weather is fine');
    expect(said).toMatchObject({
      kind: 'unfinished',
      text: expect.stringContaining('I cannot tell whether'),
    });
    expect(t.done).toEqual([]);
  });

  test('“when” waits for it', async () => {
    const t = talk(page('$50'), (act, _name, now) => {
      if (act.intent === 'wait') now.page = page('$30');
      return changed;
    });
    await t.say('Click Buy when the price is below 40');
    expect(t.done).toEqual(['wait 1000', 'click Buy']);
  });

  test('“until” repeats', async () => {
    let seen = 0;
    const t = talk(look([button('Next')]), (_act, _name, now) => {
      if (++seen === 3) now.page = look([button('Next'), button('Finish')]);
      return changed;
    });
    const said = await t.say('Click Next until you see the Finish button');
    expect(t.done).toEqual(['click Next', 'click Next', 'click Next']);
    expect(said.text).toContain('3 times');
  });
});

test('of several the one with the least is taken, by what their rows say', async () => {
  const ticket = (price: string, lasts: string): Sketch[] => [
    { role: 'listitem', name: `${lasts} Book for ${price}` },
    { role: 'generic', name: lasts, parent: `${lasts} Book for ${price}` },
    { ...button(`Book for ${price}`), parent: `${lasts} Book for ${price}` },
  ];
  const page = (): Observation =>
    look([...ticket('$390', '14h 18m'), ...ticket('$1255', '5h 6m'), ...ticket('$897', '5h 32m')]);
  const cheap = talk(page());
  await cheap.say('Buy the cheapest ticket');
  expect(cheap.done).toEqual(['click Book for $390']);
  const short = talk(page());
  await short.say('Book the ticket with the shortest duration');
  expect(short.done).toEqual(['click Book for $1255']);
});

test('tabs are gone through until the thing is there', async () => {
  const tab = (name: string, selected: boolean): Sketch => ({ role: 'tab', name, states: { selected } });
  const t = talk(look([tab('One', true), tab('Two', false), tab('Three', false)]), (_act, name, now) => {
    if (name === 'Three')
      now.page = look([
        tab('One', false),
        tab('Two', false),
        tab('Three', true),
        { role: 'link', name: 'sed' },
      ]);
    return changed;
  });
  await t.say('Switch between the tabs to find and click on the link "sed".');
  expect(t.done).toEqual(['click Two', 'click Three', 'click sed']);
});

test('the instructor’s own words on the page are not what is meant', async () => {
  const line = 'Click the button that says hello.';
  const t = talk(look([{ role: 'generic', name: line }, button('hello')]));
  await t.say(line);
  expect(t.done).toEqual(['click hello']);
});

test('a message is opened, sent on and signed off', async () => {
  const inbox = look([button('Nora: Plans for May'), button('Emil: Lunch')]);
  const open = look([button('Reply'), button('Forward')]);
  const form = look([{ role: 'textbox', name: 'To' }, button('Send')]);
  const t = talk(inbox, (_act, name, now) => {
    if (name.startsWith('Nora')) now.page = open;
    if (name === 'Forward') now.page = form;
    return changed;
  });
  await t.say('Find the email by Nora and forward it to Emil.');
  expect(t.done).toEqual(['click Nora: Plans for May', 'click Forward', 'textInput To=Emil', 'click Send']);
});
