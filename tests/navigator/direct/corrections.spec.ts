/** Corrections that repeat the last step with another element or value. If necessary, the last step is undone first. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';
import { createCorrectionStep, createScriptedNavigator, type ScriptedSteps } from './scripted-steps.js';

const scriptedSteps: ScriptedSteps = {
  'the other': createCorrectionStep('other'),
  'the third': createCorrectionStep(3),
  'the second': createCorrectionStep(2),
  'I meant Tuesday': createCorrectionStep('Tuesday'),
  'I meant Ham': createCorrectionStep('Ham'),
  'no, 3 not 2': createCorrectionStep('3'),
  'at 20:00': createCorrectionStep('20:00'),
  'blue please': createCorrectionStep('blue'),
};
const dayNames = ['Monday', 'Tuesday', 'Friday'];
const TABS = `<div role=tablist>${dayNames
  .map(
    (dayName, i) =>
      `<button role=tab aria-selected=${i === 2} onclick="for (const t of document.querySelectorAll('[role=tab]')) t.ariaSelected = String(t === this)">${dayName}</button>`,
  )
  .join('')}</div>`;
const PLAY_BUTTONS = `<p id=out>none</p>${[1, 2, 3].map((n) => `<button onclick="out.textContent = 'played ${n}'">Play</button>`).join('')}`;

interface CorrectionCase {
  name: string;
  page: string;
  lines: [string, string];
  expectedText: string;
  /** Actions that the correction performs, each with its text or value. */
  actions: string[];
  kind?: string;
}
const CORRECTION_CASES: CorrectionCase[] = [
  {
    name: 'another value in the same field',
    page: `<label>Quantity <input type=number value=1></label>`,
    lines: ['set the quantity to 2', 'no, 3 not 2'],
    actions: ['textInput 3'],
    expectedText: 'Set the “Quantity” number field to “3”.',
  },
  {
    name: 'another number in the same words',
    page: `<label>Guests <input></label>`,
    lines: ['type “2 people” into Guests', 'no, 3 not 2'],
    actions: ['textInput 3 people'],
    expectedText: 'Typed “3 people” into the “Guests” field.',
  },
  {
    name: 'another option in the same list',
    page: `<label>Colour <select><option>black<option>red<option>blue</select></label>`,
    lines: ['choose red from the colour list', 'blue please'],
    actions: ['change blue'],
    expectedText: 'Chose “blue” in the “Colour” list.',
  },
  {
    name: 'the other of two options',
    page: `<label>Seat <select><option>Window<option>Aisle</select></label>`,
    lines: ['choose Aisle as the seat', 'the other'],
    actions: ['change Window'],
    expectedText: 'Set the “Seat” list to “Window”.',
  },
  {
    name: 'a new time for a field with a date and a time',
    page: `<label>Starts <input type=datetime-local></label>`,
    lines: ['set Starts to 2026-11-27 19:00', 'at 20:00'],
    actions: ['change 2026-11-27T20:00'],
    expectedText: 'Set the “Starts” field to “2026-11-27 20:00”.',
  },
  {
    name: 'another tab',
    page: TABS,
    lines: ['open the Monday tab', 'I meant Tuesday'],
    actions: ['click'],
    expectedText: 'Clicked “Tuesday”.',
  },
  {
    name: 'the wrong checkbox is unticked',
    page: ['Olives', 'Ham'].map((n) => `<label><input type=checkbox> ${n}</label>`).join(''),
    lines: ['tick Olives', 'I meant Ham'],
    actions: ['change false', 'change true'],
    expectedText: 'Unticked the “Olives” checkbox again and ticked the “Ham” checkbox.',
  },
  {
    name: 'the other of two checkboxes',
    page: ['Olives', 'Ham'].map((n) => `<label><input type=checkbox> ${n}</label>`).join(''),
    lines: ['tick Olives', 'the other'],
    actions: ['change false', 'change true'],
    expectedText: 'Unticked the “Olives” checkbox again and ticked the “Ham” checkbox.',
  },
  {
    name: 'the wrong field gets its old value back',
    page: `<form><label>Note <input value=Ann></label></form><form><label>Note <input></label></form>`,
    lines: ['type Oslo into the first Note field', 'the second'],
    actions: ['textInput Ann', 'textInput Oslo'],
    expectedText: 'Put “Ann” back into the “Note” field and typed “Oslo” into the “Note” field.',
  },
  {
    name: 'the third of several elements with the same name',
    page: PLAY_BUTTONS,
    lines: ['click the first Play button', 'the third'],
    actions: ['click'],
    expectedText: 'Clicked “Play”.',
  },
  {
    name: 'a correction after the element was not found',
    page: `<label><input type=checkbox> Ham</label>`,
    lines: ['tick Pineapple', 'I meant Ham'],
    actions: ['change true'],
    expectedText: 'Ticked the “Ham” checkbox.',
  },
  {
    name: 'nothing to correct',
    page: `<p>Long</p><div style="height:3000px"></div>`,
    lines: ['scroll down', 'I meant Ham'],
    actions: [],
    kind: 'ask',
    expectedText: "I don't know what to change about “scroll down”. Please give the whole instruction.",
  },
];

for (const { name, page, lines, expectedText, actions, kind = 'report' } of CORRECTION_CASES)
  test(name, async ({ surface, show }) => {
    await show(page);
    const conversation = startConversation(surface, null, createScriptedNavigator(scriptedSteps));
    await conversation.say(lines[0]);
    const previousActionCount = conversation.actions.length;
    const response = await conversation.say(lines[1]);
    expect(response).toEqual({ kind, text: expectedText });
    const correctingActions = conversation.actions
      .slice(previousActionCount)
      .map((a) => `${a.intent} ${'text' in a ? a.text : 'value' in a ? a.value : ''}`.trim());
    expect(correctingActions).toEqual(actions);
  });

test('a correction goes back from the wrong page and opens the right one', async ({ surface }) => {
  const links = '<a href="/sports">Sports</a> <a href="/culture">Culture</a>';
  const server = await startServer(
    createPageListener({
      '/': `<title>Start</title>${links}`,
      '/sports': '<title>Sports</title>',
      '/culture': '<title>Culture</title>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const conversation = startConversation(
      surface,
      null,
      createScriptedNavigator({ 'I wanted Culture': createCorrectionStep('Culture') }),
    );
    await conversation.say('open the Sports page');
    const response = await conversation.say('I wanted Culture');
    expect(response.text).toBe(
      'Went back to the previous page and opened “Culture”; the page is now “Culture”.',
    );
    expect(conversation.actions.map((a) => a.intent)).toEqual(['click', 'back', 'click']);
  } finally {
    await server.close();
  }
});

test('if the wrong one of two links with the same name was opened, a correction opens the other', async ({
  surface,
}) => {
  const server = await startServer(
    createPageListener({
      '/': '<title>Start</title><nav><a href="/a">Details</a></nav><main><a href="/b">Details</a></main>',
      '/a': '<title>A</title>',
      '/b': '<title>B</title>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const conversation = startConversation(surface, null, createScriptedNavigator(scriptedSteps));
    expect((await conversation.say('open Details')).kind).toBe('ask');
    await conversation.say('the first');
    expect(surface.probe.url()).toBe(`${server.url}/a`);
    expect((await conversation.say('the other')).kind).toBe('report');
    expect(surface.probe.url()).toBe(`${server.url}/b`);
  } finally {
    await server.close();
  }
});

const HOLDS_PAGE = `<h1>Holds</h1><table><thead><tr><th>Title<th>Status<th>Change</thead><tbody>
  ${["Tom's midnight garden", 'Lessons in chemistry'].map((title) => `<tr><td>${title}<td>Pending<td><button onclick="ask(this)">Cancel</button>`).join('')}</table>
  <div id=modal role=dialog aria-modal=true hidden><h3>Are you sure you want to cancel this hold?</h3>
    <button onclick="row.remove(); modal.hidden = true">Yes, cancel hold</button><button onclick="modal.hidden = true">No, do not cancel</button></div>
  <script>let row; function ask(button) { row = button.closest('tr'); modal.hidden = false; }</script>`;

test('regret after an action does not repeat the action for another row', async ({ surface, show }) => {
  for (const regret of [
    "no wait, don't",
    "oh no, don't do that",
    'no, keep it',
    'sorry, I changed my mind',
    'stop!',
    'wait, leave it as it is',
  ]) {
    await show(HOLDS_PAGE);
    const { say, actions } = startConversation(surface);
    await say('cancel my hold');
    await say('the second one');
    expect(actions.length).toBe(2);
    const response = await say(regret);
    expect.soft(actions.length, regret).toBe(2);
    expect.soft(response.text, regret).toContain('say “undo that”');
  }
});
