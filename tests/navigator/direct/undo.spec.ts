/** Undoing the actions of the last line, as far as the page allows. */
import { expect, signal, test } from '../../support/browser.js';
import { createPageListener, startServer } from '../../support/server.js';
import { startConversation } from './browser-conversation.js';
import {
  createScriptedNavigator,
  createNamedTarget,
  createTickStep,
  UNDO_STEP,
  type ScriptedSteps,
} from './scripted-steps.js';

const scriptedSteps: ScriptedSteps = { 'undo that': UNDO_STEP };

interface UndoCase {
  name: string;
  page: string;
  lines: string[];
  expectedText: string;
  kind?: string;
  /** Name of a control and its value or state at the end. */
  finalState?: [string, string];
}
const UNDO_CASES: UndoCase[] = [
  {
    name: 'a field gets its old value back',
    page: `<label>Town <input value=Bergen></label>`,
    lines: ['type Oslo into Town'],
    expectedText: 'Put “Bergen” back into the “Town” field.',
    finalState: ['Town', 'Bergen'],
  },
  {
    name: 'a field that was empty is cleared',
    page: `<label>Town <input></label>`,
    lines: ['type Oslo into Town'],
    expectedText: 'Cleared the “Town” field again.',
    finalState: ['Town', ''],
  },
  {
    name: 'the previous option is chosen again',
    page: `<label>Size <select><option>Small<option selected>Medium<option>Large</select></label>`,
    lines: ['choose Large as the size'],
    expectedText: 'Chose “Medium” again in the “Size” list.',
    finalState: ['Size', 'Medium'],
  },
  {
    name: 'a ticked checkbox is unticked',
    page: `<label><input type=checkbox> Newsletter</label>`,
    lines: ['tick Newsletter'],
    expectedText: 'Unticked the “Newsletter” checkbox again.',
    finalState: ['Newsletter', 'false'],
  },
  {
    name: 'the previous radio button is chosen again',
    page: `<label><input type=radio name=p checked> Card</label><label><input type=radio name=p> Cash</label>`,
    lines: ['choose Cash'],
    expectedText: 'Chose “Card” again.',
    finalState: ['Card', 'true'],
  },
  {
    name: 'several fields of one line are restored, the last one first',
    page: `<label>First <input value=A></label><label>Last <input value=B></label>`,
    lines: ['type X into First and type Y into Last'],
    expectedText: 'Put “B” back into the “Last” field and put “A” back into the “First” field.',
    finalState: ['First', 'A'],
  },
  {
    name: 'a second undo undoes the previous line',
    page: `<label>First <input value=A></label><label>Last <input value=B></label>`,
    lines: ['type X into First', 'type Y into Last', 'undo that'],
    expectedText: 'Put “A” back into the “First” field.',
    finalState: ['First', 'A'],
  },
  {
    name: 'an expanded element is collapsed',
    page: `<button aria-expanded=false onclick="this.ariaExpanded = this.ariaExpanded === 'true' ? 'false' : 'true'">Details</button>`,
    lines: ['expand Details'],
    expectedText: 'Collapsed the “Details” button again.',
  },
  {
    name: 'an Undo button that the page showed is clicked',
    page: `<button onclick="toast.hidden = false; row.hidden = true">Archive</button><p id=row>A message</p>
      <div id=toast role=status hidden>Archived <button onclick="row.hidden = false; toast.hidden = true">Undo</button></div>`,
    lines: ['click Archive'],
    expectedText: 'Clicked the page’s own “Undo” for the “Archive” button.',
  },
  {
    name: 'an Undo button that was already there is only a last resort',
    page: `<label><input type=checkbox> Bold</label><button onclick="out.textContent = 'undone'">Undo</button><p id=out></p>`,
    lines: ['tick Bold'],
    expectedText: 'Unticked the “Bold” checkbox again.',
    finalState: ['Bold', 'false'],
  },
  {
    name: 'a dialog that was opened is closed',
    page: `<button onclick="d.showModal()">Settings</button><dialog id=d><p>Settings</p><button onclick="d.close()">Close</button></dialog>`,
    lines: ['click Settings'],
    expectedText: 'Closed the dialog that had opened.',
  },
  {
    name: 'an action that cannot be undone is reported',
    page: `<p id=row>A message</p><button onclick="row.remove()">Delete</button>`,
    lines: ['click Delete'],
    kind: 'unfinished',
    expectedText: `I can't undo clicking the “Delete” button: the page offers no way to do that.`,
  },
  {
    name: 'some actions are undone, and the rest is reported',
    page: `<p id=row>A message</p><button onclick="row.remove()">Delete</button><label>Town <input value=Bergen></label>`,
    lines: ['click Delete and type Oslo into Town'],
    kind: 'unfinished',
    expectedText: `Put “Bergen” back into the “Town” field. But I can't undo clicking the “Delete” button: the page offers no way to do that.`,
    finalState: ['Town', 'Bergen'],
  },
  {
    name: 'there is nothing to undo',
    page: `<p>Nothing</p>`,
    lines: [],
    kind: 'unfinished',
    expectedText: 'I have not done anything that I can undo.',
  },
  {
    name: 'scrolling is undone',
    page: `<div style="height:4000px">Long</div>`,
    lines: ['scroll down'],
    expectedText: 'Scrolled back.',
  },
];

for (const { name, page, lines, expectedText, kind = 'report', finalState } of UNDO_CASES)
  test(name, async ({ surface, show }) => {
    await show(page);
    const conversation = startConversation(surface, null, createScriptedNavigator(scriptedSteps));
    for (const line of lines) expect((await conversation.say(line)).kind, line).toBe('report');
    const response = await conversation.say('undo that');
    expect(response).toEqual({ kind, text: expectedText });
    if (finalState) {
      const observation = await surface.observe({}, signal);
      const c = observation.candidates.find((x) => x.name === finalState[0])!;
      const displayedState = c.options?.find((o) => o.selected)?.label ?? c.states.checked ?? c.value;
      expect(String(displayedState)).toBe(finalState[1]);
    }
  });

test('if a step acted on several elements, all its actions are undone', async ({ surface, show }) => {
  await show(`<label><input type=checkbox> A</label><label><input type=checkbox> B</label>`);
  const tickAll = createTickStep(createNamedTarget('', { role: 'checkbox', each: true }));
  const conversation = startConversation(
    surface,
    null,
    createScriptedNavigator({ ...scriptedSteps, 'tick all': tickAll }),
  );
  await conversation.say('tick all');
  expect((await conversation.say('undo that')).text).toBe(
    'Unticked the “B” checkbox again and unticked the “A” checkbox again.',
  );
});

test('a navigation is undone by going back', async ({ surface }) => {
  const server = await startServer(
    createPageListener({
      '/': '<title>Start</title><a href="/next">Next</a> <form action="/sent"><button>Send order</button></form>',
      '/next': '<title>Next page</title><p>Here</p>',
      '/sent': '<title>Sent</title><p>Thanks</p>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const conversation = startConversation(surface, null, createScriptedNavigator(scriptedSteps));
    await conversation.say('open Next');
    expect((await conversation.say('undo that')).text).toBe('Went back to the previous page.');
    expect(surface.probe.url()).toBe(`${server.url}/`);
    await conversation.say('click Send order');
    expect((await conversation.say('undo that')).text).toBe(
      'Went back to the previous page. But what the “Send order” button did remains in effect.',
    );
  } finally {
    await server.close();
  }
});
