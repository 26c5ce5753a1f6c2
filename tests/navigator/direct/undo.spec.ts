/** Taking back what the last line did, as far as the page lets it. */
import { expect, signal, test } from '../../support/browser.js';
import { pages, serve } from '../../support/server.js';
import { converse } from './live.js';
import { navigatorThatReads, thing, tick, undo, type Meaning } from './said.js';

const meaning: Meaning = { 'undo that': undo };

interface Row {
  name: string;
  page: string;
  lines: string[];
  says: string;
  kind?: string;
  /** Name of a control and what it holds or shows in the end. */
  now?: [string, string];
}
const ROWS: Row[] = [
  {
    name: 'typed text gives way to the old value',
    page: `<label>Town <input value=Bergen></label>`,
    lines: ['type Oslo into Town'],
    says: 'Put “Bergen” back into the “Town” field.',
    now: ['Town', 'Bergen'],
  },
  {
    name: 'what was typed into an empty field is cleared',
    page: `<label>Town <input></label>`,
    lines: ['type Oslo into Town'],
    says: 'Cleared the “Town” field again.',
    now: ['Town', ''],
  },
  {
    name: 'an option gives way to the one before',
    page: `<label>Size <select><option>Small<option selected>Medium<option>Large</select></label>`,
    lines: ['choose Large as the size'],
    says: 'Chose “Medium” again in the “Size” list.',
    now: ['Size', 'Medium'],
  },
  {
    name: 'a ticked box is unticked',
    page: `<label><input type=checkbox> Newsletter</label>`,
    lines: ['tick Newsletter'],
    says: 'Unticked the “Newsletter” checkbox again.',
    now: ['Newsletter', 'false'],
  },
  {
    name: 'a radio button gives way to the one that was chosen',
    page: `<label><input type=radio name=p checked> Card</label><label><input type=radio name=p> Cash</label>`,
    lines: ['choose Cash'],
    says: 'Chose “Card” again.',
    now: ['Card', 'true'],
  },
  {
    name: 'several fields of one line, the last first',
    page: `<label>First <input value=A></label><label>Last <input value=B></label>`,
    lines: ['type X into First and type Y into Last'],
    says: 'Put “B” back into the “Last” field and put “A” back into the “First” field.',
    now: ['First', 'A'],
  },
  {
    name: 'only the last line, and the one before when said again',
    page: `<label>First <input value=A></label><label>Last <input value=B></label>`,
    lines: ['type X into First', 'type Y into Last', 'undo that'],
    says: 'Put “A” back into the “First” field.',
    now: ['First', 'A'],
  },
  {
    name: 'what unfolded is folded',
    page: `<button aria-expanded=false onclick="this.ariaExpanded = this.ariaExpanded === 'true' ? 'false' : 'true'">Details</button>`,
    lines: ['expand Details'],
    says: 'Collapsed the “Details” button again.',
  },
  {
    name: 'the page’s own Undo, where one appeared',
    page: `<button onclick="toast.hidden = false; row.hidden = true">Archive</button><p id=row>A message</p>
      <div id=toast role=status hidden>Archived <button onclick="row.hidden = false; toast.hidden = true">Undo</button></div>`,
    lines: ['click Archive'],
    says: 'Clicked the page’s own “Undo” for the “Archive” button.',
  },
  {
    name: 'an Undo that stood there before comes last of all',
    page: `<label><input type=checkbox> Bold</label><button onclick="out.textContent = 'undone'">Undo</button><p id=out></p>`,
    lines: ['tick Bold'],
    says: 'Unticked the “Bold” checkbox again.',
    now: ['Bold', 'false'],
  },
  {
    name: 'a dialog that opened is closed',
    page: `<button onclick="d.showModal()">Settings</button><dialog id=d><p>Settings</p><button onclick="d.close()">Close</button></dialog>`,
    lines: ['click Settings'],
    says: 'Closed the dialog that had opened.',
  },
  {
    name: 'what cannot be taken back is said',
    page: `<p id=row>A message</p><button onclick="row.remove()">Delete</button>`,
    lines: ['click Delete'],
    kind: 'unfinished',
    says: `I can't undo clicking the “Delete” button: the page offers no way to do that.`,
  },
  {
    name: 'what can be is taken back, and the rest said',
    page: `<p id=row>A message</p><button onclick="row.remove()">Delete</button><label>Town <input value=Bergen></label>`,
    lines: ['click Delete and type Oslo into Town'],
    kind: 'unfinished',
    says: `Put “Bergen” back into the “Town” field. But I can't undo clicking the “Delete” button: the page offers no way to do that.`,
    now: ['Town', 'Bergen'],
  },
  {
    name: 'nothing was done',
    page: `<p>Nothing</p>`,
    lines: [],
    kind: 'unfinished',
    says: 'I have done nothing that could be undone.',
  },
  {
    name: 'scrolling',
    page: `<div style="height:4000px">Long</div>`,
    lines: ['scroll down'],
    says: 'Scrolled back.',
  },
];

for (const { name, page, lines, says, kind = 'report', now } of ROWS)
  test(name, async ({ surface, show }) => {
    await show(page);
    const talk = converse(surface, null, navigatorThatReads(meaning));
    for (const line of lines) expect((await talk.say(line)).kind, line).toBe('report');
    const said = await talk.say('undo that');
    expect(said).toEqual({ kind, text: says });
    if (now) {
      const look = await surface.observe({}, signal);
      const c = look.candidates.find((x) => x.name === now[0])!;
      const shown = c.options?.find((o) => o.selected)?.label ?? c.states.checked ?? c.value;
      expect(String(shown)).toBe(now[1]);
    }
  });

test('each act of a step that meant several', async ({ surface, show }) => {
  await show(`<label><input type=checkbox> A</label><label><input type=checkbox> B</label>`);
  const all = tick(thing('', { role: 'checkbox', each: true }));
  const talk = converse(surface, null, navigatorThatReads({ ...meaning, 'tick all': all }));
  await talk.say('tick all');
  expect((await talk.say('undo that')).text).toBe(
    'Unticked the “B” checkbox again and unticked the “A” checkbox again.',
  );
});

test('a page that was gone to is left', async ({ surface }) => {
  const server = await serve(
    pages({
      '/': '<title>Start</title><a href="/next">Next</a> <form action="/sent"><button>Send order</button></form>',
      '/next': '<title>Next page</title><p>Here</p>',
      '/sent': '<title>Sent</title><p>Thanks</p>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const talk = converse(surface, null, navigatorThatReads(meaning));
    await talk.say('open Next');
    expect((await talk.say('undo that')).text).toBe('Went back to the page before.');
    expect(surface.probe.url()).toBe(`${server.url}/`);
    await talk.say('click Send order');
    expect((await talk.say('undo that')).text).toBe(
      'Went back to the page before. But what the “Send order” button did stays as it is.',
    );
  } finally {
    await server.close();
  }
});
