/** Steps that are repeated for every matching element, including on pages whose lists shrink or are rendered again. */
import type { PageSurface } from '../../../src/page/index.js';
import { expect, signal, test } from '../../support/browser.js';
import type { Step } from '../../../src/navigator/direct/language/steps.js';
import { startConversation } from './browser-conversation.js';
import {
  createClickStep,
  createCommandStep,
  createScriptedNavigator,
  createSetStep,
  createNamedTarget,
  createTickStep,
  type ScriptedSteps,
} from './scripted-steps.js';

const createCheckboxes = (...names: string[]): string =>
  names.map((n) => `<label><input type=checkbox name="${n}"> ${n}</label><br>`).join('');
const PIZZA_PAGE = `<h1>Pizza</h1><fieldset><legend>Toppings</legend>${createCheckboxes('Olives', 'Ham', 'Corn', 'Onion')}</fieldset>
  <fieldset><legend>Extras</legend>${createCheckboxes('Cutlery', 'Napkins')}</fieldset>`;

/**
 * Creates a list with a button in each row that removes the row. `rendering` is what happens after a click: only the
 * row is removed, the whole list is rendered again, or the first elements are reused for the remaining items.
 */
const createList = (
  rendering: 'once' | 'anew' | 'reused',
  buttonLabel = 'Remove',
): string => `<h2>Basket</h2><ul id=list></ul><p role=status id=out></p>
<script>
  let items = ['Blue mug', 'Tea', 'Cup', 'Spoon'];
  const take = (name) => { items = items.filter((i) => i !== name); out.textContent = items.length + ' left'; };
  const row = (name) => { const li = document.createElement('li'); li.innerHTML = '<span>' + name + '</span> <button>${buttonLabel}</button>'; return li; };
  function draw() {
    if ('${rendering}' === 'reused') {
      while (list.children.length < items.length) list.append(row(''));
      while (list.children.length > items.length) list.lastChild.remove();
      [...list.children].forEach((li, i) => { li.firstChild.textContent = items[i]; li.lastChild.onclick = () => { take(items[i]); draw(); }; });
      return;
    }
    list.replaceChildren(...items.map((name) => { const li = row(name); li.lastChild.onclick = () => {
      take(name); if ('${rendering}' === 'anew') draw(); else li.remove(); }; return li; }));
  }
  draw();
</script>`;

const FOLLOW_PAGE = `<h2>People</h2><ul>${['Ann', 'Bo', 'Cy'].map((n) => `<li>${n} <button onclick="this.textContent='Following'">Follow</button>`).join('')}</ul>`;

const COLLAPSIBLE_PAGE = `<h1>Help</h1>${['Payment', 'Delivery', 'Returns']
  .map(
    (n) =>
      `<h2><button aria-expanded=${n === 'Delivery'} onclick="this.ariaExpanded = 'true'">${n}</button></h2>`,
  )
  .join('')}`;

interface MatchCase {
  /** The test's title, if it differs from the line. */
  name?: string;
  line: string;
  step: Step;
  page: string;
  response: string;
  kind?: string;
  actionCount: number;
  /** Names of the checkboxes that are ticked at the end, or of the rows that are left. */
  namesAtEnd?: string[];
}

/** Returns the names of the ticked checkboxes and of the rows that are left. */
async function readRemainingNames(surface: PageSurface): Promise<string[]> {
  const { candidates } = await surface.observe({}, signal);
  const rows = ['Blue mug', 'Tea', 'Cup', 'Spoon'];
  const texts = candidates.map((c) => c.text);
  return [
    ...candidates.filter((c) => c.states.checked === true).map((c) => c.name),
    ...rows.filter((row) => texts.some((text) => text === `${row} Remove` || text === `${row} Delete`)),
  ];
}

const MATCH_CASES: MatchCase[] = [
  {
    line: 'tick all boxes in Toppings',
    step: createTickStep(createNamedTarget('', { role: 'checkbox', in: 'Toppings', each: true })),
    page: PIZZA_PAGE,
    actionCount: 4,
    response: 'Ticked 4 checkboxes: Olives, Ham, Corn and Onion.',
    namesAtEnd: ['Olives', 'Ham', 'Corn', 'Onion'],
  },
  {
    line: 'tick all the toppings',
    step: createTickStep(createNamedTarget('toppings', { each: true })),
    page: PIZZA_PAGE,
    actionCount: 4,
    response: 'Ticked 4 checkboxes: Olives, Ham, Corn and Onion.',
  },
  {
    line: 'tick the first three boxes',
    step: createTickStep(createNamedTarget('', { role: 'checkbox', each: 3 })),
    page: PIZZA_PAGE,
    actionCount: 3,
    response: 'Ticked 3 checkboxes: Olives, Ham and Corn.',
  },
  {
    line: 'tick the last two boxes',
    step: createTickStep(createNamedTarget('', { role: 'checkbox', nth: -1, each: 2 })),
    page: PIZZA_PAGE,
    actionCount: 2,
    response: 'Ticked 2 checkboxes: Cutlery and Napkins.',
  },
  {
    line: 'tick everything under Toppings except Ham',
    step: createTickStep(
      createNamedTarget('', { in: 'Toppings', each: true, not: [createNamedTarget('Ham')] }),
    ),
    page: PIZZA_PAGE,
    actionCount: 3,
    response: 'Ticked 3 checkboxes: Olives, Corn and Onion.',
    namesAtEnd: ['Olives', 'Corn', 'Onion'],
  },
  {
    line: 'untick every box',
    step: createTickStep(createNamedTarget('', { role: 'checkbox', each: true }), false),
    page: PIZZA_PAGE.replace('name="Ham"', 'name="Ham" checked'),
    actionCount: 1,
    response: 'Unticked 1 checkbox: Ham; 5 needed no change.',
    namesAtEnd: [],
  },
  {
    name: 'click every Remove button: only the clicked row is removed',
    line: 'click every Remove button',
    step: createClickStep(createNamedTarget('Remove', { role: 'button', each: true })),
    page: createList('once'),
    actionCount: 4,
    response: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    namesAtEnd: [],
  },
  {
    name: 'click every Remove button: the list is rendered anew',
    line: 'click every Remove button',
    step: createClickStep(createNamedTarget('Remove', { role: 'button', each: true })),
    page: createList('anew'),
    actionCount: 4,
    response: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    namesAtEnd: [],
  },
  {
    name: 'click every Remove button: row elements are reused',
    line: 'click every Remove button',
    step: createClickStep(createNamedTarget('Remove', { role: 'button', each: true })),
    page: createList('reused'),
    actionCount: 4,
    response: 'Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.',
    namesAtEnd: [],
  },
  {
    line: 'remove the first three',
    step: createClickStep(createNamedTarget('Remove', { role: 'button', each: 3 })),
    page: createList('anew'),
    actionCount: 3,
    response: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    namesAtEnd: ['Spoon'],
  },
  {
    line: 'remove all items except the last one',
    step: createCommandStep(
      createNamedTarget('Remove', { for: 'item', each: true, not: [createNamedTarget('item', { nth: -1 })] }),
    ),
    page: createList('reused'),
    actionCount: 3,
    response: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    namesAtEnd: ['Spoon'],
  },
  {
    name: 'remove all items except the last one: the object phrase contains the exclusion',
    line: 'remove all items except the last one',
    step: createCommandStep(
      createNamedTarget('Remove', {
        for: 'all items except the last one',
        each: true,
        not: [createNamedTarget('', { nth: -1 })],
      }),
    ),
    page: createList('once'),
    actionCount: 3,
    response: 'Clicked 3 buttons: Blue mug, Tea and Cup.',
    namesAtEnd: ['Spoon'],
  },
  {
    line: 'remove all but the second',
    step: createClickStep(
      createNamedTarget('Remove', { each: true, not: [createNamedTarget('', { nth: 2 })] }),
    ),
    page: createList('reused'),
    actionCount: 3,
    response: 'Clicked 3 buttons: Blue mug, Cup and Spoon.',
    namesAtEnd: ['Tea'],
  },
  {
    line: 'remove all but the tea',
    step: createClickStep(createNamedTarget('Remove', { each: true, not: [createNamedTarget('tea')] })),
    page: createList('anew'),
    actionCount: 3,
    response: 'Clicked 3 buttons: Blue mug, Cup and Spoon.',
    namesAtEnd: ['Tea'],
  },
  {
    line: 'click all the Follow buttons, no more than five',
    step: createClickStep(createNamedTarget('Follow', { role: 'button', each: 5 })),
    page: FOLLOW_PAGE,
    actionCount: 3,
    response: 'Clicked 3 buttons: Ann, Bo and Cy (there were only 3).',
  },
  {
    line: 'expand all sections',
    step: { do: 'click', kind: 'expand', target: createNamedTarget('', { role: 'section', each: true }) },
    page: COLLAPSIBLE_PAGE,
    actionCount: 2,
    response: 'Expanded 2 buttons: Payment and Returns; Delivery needed no change.',
  },
  {
    line: 'clear every field',
    step: createSetStep(createNamedTarget('', { role: 'field', each: true }), ''),
    page: `<label>Name <input value=Ann></label><label>Town <input value=Bergen></label>`,
    actionCount: 2,
    response: 'Cleared 2 fields: Name and Town.',
  },
  {
    name: 'tick every box: one of them cannot be ticked',
    line: 'tick every box',
    step: createTickStep(createNamedTarget('', { role: 'checkbox', each: true })),
    page: `${createCheckboxes('One', 'Two')}<label><input type=checkbox onclick="event.preventDefault()"> Three</label>`,
    actionCount: 3,
    kind: 'unfinished',
    response: 'Ticked 2 of 3 checkboxes: One and Two. But ',
  },
  {
    name: 'click every Go: one of them has no effect',
    line: 'click every Go',
    step: createClickStep(createNamedTarget('Go', { each: true })),
    page: `<button onclick="this.textContent += '!'">Go</button><button>Go</button><button onclick="this.textContent += '!'">Go</button>`,
    actionCount: 2,
    kind: 'unfinished',
    response: 'But I clicked the “Go” button, but I saw no change.',
  },
  {
    name: 'click every star: the page has none',
    line: 'click every star',
    step: createClickStep(createNamedTarget('Star', { role: 'button', each: true })),
    page: PIZZA_PAGE,
    actionCount: 0,
    kind: 'unfinished',
    response: "I can't find anything that fits “Star” on this page.",
  },
];

for (const {
  line,
  name = line,
  step,
  page,
  actionCount,
  response: expectedText,
  kind = 'report',
  namesAtEnd,
} of MATCH_CASES)
  test(name, async ({ surface, show }) => {
    await show(page);
    const conversation = startConversation(surface, null, createScriptedNavigator({ [line]: step }));
    const response = await conversation.say(line);
    expect(response.text).toContain(expectedText);
    if (kind === 'report') expect(response.text).toBe(expectedText);
    expect(response.kind).toBe(kind);
    expect(conversation.actions).toHaveLength(actionCount);
    if (namesAtEnd) expect(await readRemainingNames(surface)).toEqual(namesAtEnd);
  });

const DELETION_LIST = createList('anew', 'Delete');
const deletionSteps: ScriptedSteps = {
  'delete the drafts': createClickStep(createNamedTarget('Delete', { each: true })),
};

test('before deleting several elements, the navigator asks once if the line does not say how many', async ({
  surface,
  show,
}) => {
  await show(DELETION_LIST);
  const conversation = startConversation(surface, null, createScriptedNavigator(deletionSteps));
  const question = await conversation.say('delete the drafts');
  expect(question).toEqual({
    kind: 'ask',
    text: 'Delete all 4? That is “Blue mug”, “Tea”, “Cup” and “Spoon”.',
  });
  expect(conversation.actions).toEqual([]);
  expect((await conversation.say('yes')).text).toBe('Clicked 4 buttons: Blue mug, Tea, Cup and Spoon.');
  expect(await readRemainingNames(surface)).toEqual([]);
});

test('if the instructor answers no, nothing is deleted', async ({ surface, show }) => {
  await show(DELETION_LIST);
  const conversation = startConversation(surface, null, createScriptedNavigator(deletionSteps));
  await conversation.say('delete the drafts');
  expect((await conversation.say('no')).text).toBe('All right, I will leave it.');
  expect(conversation.actions).toEqual([]);
});

test('elements that appear after the first click are not clicked', async ({ surface, show }) => {
  await show(`<div id=list><button class=x onclick="add(this)">Delete</button><button class=x onclick="add(this)">Delete</button></div>
    <script>function add(b) { b.remove(); for (let i = 0; i < 2; i++) { const n = document.createElement('button'); n.textContent = 'Delete'; n.onclick = () => add(n); list.append(n); } }</script>`);
  const conversation = startConversation(
    surface,
    null,
    createScriptedNavigator({ 'delete all': createClickStep(createNamedTarget('Delete', { each: true })) }),
  );
  expect((await conversation.say('delete all')).kind).toBe('report');
  expect(conversation.actions).toHaveLength(2);
});
