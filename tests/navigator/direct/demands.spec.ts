// What a button makes the page say, what the page wants before it, and how many of a thing are meant.
import { expect, test } from '@playwright/test';

import type { Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changed, look, type Sketch, Talk } from './page.js';

const ADD: Sketch = { role: 'button', name: 'Add to basket' };
const QUANTITY: Sketch = {
  role: 'spinbutton',
  name: 'Quantity',
  tag: 'input',
  inputType: 'number',
  value: '1',
};
const SIZE: Sketch = {
  role: 'combobox',
  name: 'Size',
  tag: 'select',
  options: [
    { label: 'Please choose', value: '', selected: true, disabled: false },
    { label: 'S', value: 's', selected: false, disabled: false },
    { label: 'M', value: 'm', selected: false, disabled: false },
  ],
};

function talk(sketches: Sketch[], react?: ConstructorParameters<typeof Talk>[2]): Talk {
  return new Talk(createDirectNavigator(), look(sketches), react);
}

test('a number goes into the field for it before the button is pressed', async () => {
  const shop = talk([QUANTITY, ADD]);
  expect((await shop.say('put two in the basket')).kind).toBe('report');
  expect(shop.done).toEqual(['textInput Quantity=2', 'click Add to basket']);
});

test('a number for which there is no field presses nothing', async () => {
  const shop = talk([ADD]);
  expect(await shop.say('put three of them in the basket')).toEqual({
    kind: 'unfinished',
    text: "I can't find a quantity field here, so I did not press “add to basket”, which would take just one.",
  });
  expect(shop.done).toEqual([]);
});

test('what the page wants first is asked for, and the button is pressed again with it', async () => {
  const react = (_act: unknown, name: string, it: Talk): Outcome => {
    const size = it.page.candidates.find((c) => c.name === 'Size')!;
    const lacks = size.options?.find((o) => o.selected)?.value === '';
    it.page = { ...it.page, notices: name === ADD.name && lacks ? ['Choose a size.'] : [] };
    return changed;
  };
  const shop = talk([SIZE, ADD], react);
  expect(await shop.say('add it to the basket')).toEqual({
    kind: 'ask',
    text: 'The page says “Choose a size”. What should I choose in the “Size” list?',
  });
  expect((await shop.say('M')).kind).toBe('report');
  expect(shop.done).toEqual(['click Add to basket', 'change Size=M', 'click Add to basket']);
});

for (const line of ['If you like, click Add to basket', 'Stop, that is enough. Click Add to basket'])
  test(`manners and a break are no part of the order: ${line}`, async () => {
    const shop = talk([ADD]);
    expect((await shop.say(line)).kind).toBe('report');
    expect(shop.done).toEqual(['click Add to basket']);
  });
