/** Steps that mean all that fit: one act for each, on pages whose lists shrink and are drawn anew. */
import type { PageSurface } from '../../../src/page/index.js';
import { expect, signal, test } from '../../support/browser.js';
import type { Step } from '../../../src/navigator/direct/language/steps.js';
import { converse } from './live.js';
import { click, command, navigatorThatReads, set, thing, tick, type Meaning } from './said.js';

const boxes = (...names: string[]): string =>
  names.map((n) => `<label><input type=checkbox name="${n}"> ${n}</label><br>`).join('');
const PIZZA = `<h1>Pizza</h1><fieldset><legend>Toppings</legend>${boxes('Olives', 'Ham', 'Corn', 'Onion')}</fieldset>
  <fieldset><legend>Extras</legend>${boxes('Cutlery', 'Napkins')}</fieldset>`;

/** A list with a control in each row; `draw` says how it is drawn after each click. */
const LIST = (
  draw: 'once' | 'anew' | 'reused',
  word = 'Remove',
): string => `<h2>Basket</h2><ul id=list></ul><p role=status id=out></p>
<script>
  let items = ['Blue mug', 'Tea', 'Cup', 'Spoon'];
  const take = (name) => { items = items.filter((i) => i !== name); out.textContent = items.length + ' left'; };
  const row = (name) => { const li = document.createElement('li'); li.innerHTML = '<span>' + name + '</span> <button>${word}</button>'; return li; };
  function draw() {
    if ('${draw}' === 'reused') {
      while (list.children.length < items.length) list.append(row(''));
      while (list.children.length > items.length) list.lastChild.remove();
      [...list.children].forEach((li, i) => { li.firstChild.textContent = items[i]; li.lastChild.onclick = () => { take(items[i]); draw(); }; });
      return;
    }
    list.replaceChildren(...items.map((name) => { const li = row(name); li.lastChild.onclick = () => {
      take(name); if ('${draw}' === 'anew') draw(); else li.remove(); }; return li; }));
  }
  draw();
</script>`;

const FOLLOW = `<h2>People</h2><ul>${['Ann', 'Bo', 'Cy'].map((n) => `<li>${n} <button onclick="this.textContent='Following'">Follow</button>`).join('')}</ul>`;

const FOLDS = `<h1>Help</h1>${['Payment', 'Delivery', 'Returns']
  .map(
    (n) =>
      `<h2><button aria-expanded=${n === 'Delivery'} onclick="this.ariaExpanded = 'true'">${n}</button></h2>`,
  )
  .join('')}`;

interface Row {
  line: string;
  step: Step;
  page: string;
  says: string;
  kind?: string;
  acts: number;
  /** Boxes that are ticked in the end, or rows that are left. */
  now?: string[];
}

/** Names of ticked boxes, or what the list's rows say without their control. */
async function shownNow(surface: PageSurface): Promise<string[]> {
  const { candidates } = await surface.observe({}, signal);
  const rows = ['Blue mug', 'Tea', 'Cup', 'Spoon'];
  const texts = candidates.map((c) => c.text);
  return [
    ...candidates.filter((c) => c.states.checked === true).map((c) => c.name),
    ...rows.filter((row) => texts.some((text) => text === `${row} Remove` || text === `${row} Delete`)),
  ];
}

const ROWS: Row[] = [
  {
    line: 'tick all boxes in Toppings',
    step: tick(thing('', { role: 'checkbox', in: 'Toppings', each: true })),
    page: PIZZA,
    acts: 4,
    says: 'Ticked 4 boxes: Olives, Ham, Corn and Onion.',
    now: ['Olives', 'Ham', 'Corn', 'Onion'],
  },
  {
    line: 'tick all the toppings',
    step: tick(thing('toppings', { each: true })),
    page: PIZZA,
    acts: 4,
    says: 'Ticked 4 boxes: Olives, Ham, Corn and Onion.',
  },
  {
    line: 'tick the first three boxes',
    step: tick(thing('', { role: 'checkbox', each: 3 })),
    page: PIZZA,
    acts: 3,
    says: 'Ticked 3 boxes: Olives, Ham and Corn.',
  },
  {
    line: 'tick the last two boxes',
    step: tick(thing('', { role: 'checkbox', nth: -1, each: 2 })),
    page: PIZZA,
    acts: 2,
    says: 'Ticked 2 boxes: Cutlery and Napkins.',
  },
  {
    line: 'tick everything under Toppings except Ham',
    step: tick(thing('', { in: 'Toppings', each: true, not: [thing('Ham')] })),
    page: PIZZA,
    acts: 3,
    says: 'Ticked 3 boxes: Olives, Corn and Onion.',
    now: ['Olives', 'Corn', 'Onion'],
  },
  {
    line: 'untick every box',
    step: tick(thing('', { role: 'checkbox', each: true }), false),
    page: PIZZA.replace('name="Ham"', 'name="Ham" checked'),
    acts: 1,
    says: 'Unticked 1 box: Ham; 5 were so already.',
    now: [],
  },
  {
    line: 'click every Remove button, elements stay',
    step: click(thing('Remove', { role: 'button', each: true })),
    page: LIST('once'),
    acts: 4,
    says: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    now: [],
  },
  {
    line: 'click every Remove button, drawn anew',
    step: click(thing('Remove', { role: 'button', each: true })),
    page: LIST('anew'),
    acts: 4,
    says: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    now: [],
  },
  {
    line: 'click every Remove button, elements used again',
    step: click(thing('Remove', { role: 'button', each: true })),
    page: LIST('reused'),
    acts: 4,
    says: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    now: [],
  },
  {
    line: 'remove the first three',
    step: click(thing('Remove', { role: 'button', each: 3 })),
    page: LIST('anew'),
    acts: 3,
    says: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    now: ['Spoon'],
  },
  {
    line: 'remove all items except the last one',
    step: command(thing('Remove', { for: 'item', each: true, not: [thing('item', { nth: -1 })] })),
    page: LIST('reused'),
    acts: 3,
    says: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    now: ['Spoon'],
  },
  {
    line: 'remove all items except the last one, as it was said',
    step: command(
      thing('Remove', { for: 'all items except the last one', each: true, not: [thing('', { nth: -1 })] }),
    ),
    page: LIST('once'),
    acts: 3,
    says: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    now: ['Spoon'],
  },
  {
    line: 'remove all but the second',
    step: click(thing('Remove', { each: true, not: [thing('', { nth: 2 })] })),
    page: LIST('reused'),
    acts: 3,
    says: 'Clicked 3 buttons: Blue mug, Cup and Spoon.',
    now: ['Tea'],
  },
  {
    line: 'remove all but the tea',
    step: click(thing('Remove', { each: true, not: [thing('tea')] })),
    page: LIST('anew'),
    acts: 3,
    says: 'Clicked 3 buttons: Blue mug, Cup and Spoon.',
    now: ['Tea'],
  },
  {
    line: 'click all the Follow buttons, no more than five',
    step: click(thing('Follow', { role: 'button', each: 5 })),
    page: FOLLOW,
    acts: 3,
    says: 'Clicked 3 buttons: Ann, Bo and Cy (there were no more than 3).',
  },
  {
    line: 'expand all sections',
    step: { do: 'click', how: 'expand', target: thing('', { role: 'section', each: true }) },
    page: FOLDS,
    acts: 2,
    says: 'Expanded 2 buttons: Payment and Returns; Delivery was so already.',
  },
  {
    line: 'clear every field',
    step: set(thing('', { role: 'field', each: true }), ''),
    page: `<label>Name <input value=Ann></label><label>Town <input value=Bergen></label>`,
    acts: 2,
    says: 'Cleared 2 fields: Name and Town.',
  },
  {
    line: 'tick every box, one of which cannot be',
    step: tick(thing('', { role: 'checkbox', each: true })),
    page: `${boxes('One', 'Two')}<label><input type=checkbox onclick="event.preventDefault()"> Three</label>`,
    acts: 3,
    kind: 'unfinished',
    says: 'Ticked 2 of 3 boxes: One and Two. But ',
  },
  {
    line: 'click every Go',
    step: click(thing('Go', { each: true })),
    page: `<button onclick="this.textContent += '!'">Go</button><button>Go</button><button onclick="this.textContent += '!'">Go</button>`,
    acts: 2,
    kind: 'unfinished',
    says: 'But I clicked the “Go” button, but I saw no change.',
  },
  {
    line: 'tick every star',
    step: click(thing('Star', { role: 'button', each: true })),
    page: PIZZA,
    acts: 0,
    kind: 'unfinished',
    says: "I can't find anything that fits “Star” on this page.",
  },
];

for (const { line, step, page, acts, says, kind = 'report', now } of ROWS)
  test(line, async ({ surface, show }) => {
    await show(page);
    const talk = converse(surface, null, navigatorThatReads({ [line]: step }));
    const said = await talk.say(line);
    expect(said.text).toContain(says);
    if (kind === 'report') expect(said.text).toBe(says);
    expect(said.kind).toBe(kind);
    expect(talk.acts).toHaveLength(acts);
    if (now) expect(await shownNow(surface)).toEqual(now);
  });

const DELETES = LIST('anew', 'Delete');
const deleting: Meaning = { 'delete the drafts': click(thing('Delete', { each: true })) };

test('deleting several without having said so many is asked about once', async ({ surface, show }) => {
  await show(DELETES);
  const talk = converse(surface, null, navigatorThatReads(deleting));
  const asked = await talk.say('delete the drafts');
  expect(asked).toEqual({ kind: 'ask', text: 'Delete all 4? That is “Blue mug”, “Tea”, “Cup” and “Spoon”.' });
  expect(talk.acts).toEqual([]);
  expect((await talk.say('yes')).text).toBe('Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.');
  expect(await shownNow(surface)).toEqual([]);
});

test('a no leaves everything as it is', async ({ surface, show }) => {
  await show(DELETES);
  const talk = converse(surface, null, navigatorThatReads(deleting));
  await talk.say('delete the drafts');
  expect((await talk.say('no')).text).toBe('All right, I will leave it.');
  expect(talk.acts).toEqual([]);
});

test('what is added meanwhile is not touched', async ({ surface, show }) => {
  await show(`<div id=list><button class=x onclick="add(this)">Delete</button><button class=x onclick="add(this)">Delete</button></div>
    <script>function add(b) { b.remove(); for (let i = 0; i < 2; i++) { const n = document.createElement('button'); n.textContent = 'Delete'; n.onclick = () => add(n); list.append(n); } }</script>`);
  const talk = converse(
    surface,
    null,
    navigatorThatReads({ 'delete all': click(thing('Delete', { each: true })) }),
  );
  expect((await talk.say('delete all')).kind).toBe('report');
  expect(talk.acts).toHaveLength(2);
});
