/** Corrections of the last step: another thing, another value; what would stand beside it is taken back first. */
import { expect, signal, test } from '../../support/browser.js';
import { pages, serve } from '../../support/server.js';
import { converse } from './live.js';
import { again, navigatorThatReads, type Meaning } from './said.js';

const meaning: Meaning = {
  'the other': again('other'),
  'the third': again(3),
  'the second': again(2),
  'I meant Tuesday': again('Tuesday'),
  'I meant Ham': again('Ham'),
  'no, 3 not 2': again('3'),
  'at 20:00': again('20:00'),
  'blue please': again('blue'),
};
const days = ['Monday', 'Tuesday', 'Friday'];
const TABS = `<div role=tablist>${days
  .map(
    (d, i) =>
      `<button role=tab aria-selected=${i === 2} onclick="for (const t of document.querySelectorAll('[role=tab]')) t.ariaSelected = String(t === this)">${d}</button>`,
  )
  .join('')}</div>`;
const PLAY = `<p id=out>none</p>${[1, 2, 3].map((n) => `<button onclick="out.textContent = 'played ${n}'">Play</button>`).join('')}`;

interface Row {
  name: string;
  page: string;
  lines: [string, string];
  says: string;
  /** Acts of the correction. */
  acts: string[];
  kind?: string;
}
const ROWS: Row[] = [
  {
    name: 'another value in the same field',
    page: `<label>Quantity <input type=number value=1></label>`,
    lines: ['set the quantity to 2', 'no, 3 not 2'],
    acts: ['textInput 3'],
    says: 'Set the “Quantity” number field to “3”.',
  },
  {
    name: 'another number in the same words',
    page: `<label>Guests <input></label>`,
    lines: ['type “2 people” into Guests', 'no, 3 not 2'],
    acts: ['textInput 3 people'],
    says: 'Typed “3 people” into the “Guests” field.',
  },
  {
    name: 'another option of the same list',
    page: `<label>Colour <select><option>black<option>red<option>blue</select></label>`,
    lines: ['choose red from the colour list', 'blue please'],
    acts: ['change blue'],
    says: 'Chose “blue” in the “Colour” list.',
  },
  {
    name: 'the other of two options',
    page: `<label>Seat <select><option>Window<option>Aisle</select></label>`,
    lines: ['choose Aisle as the seat', 'the other'],
    acts: ['change Window'],
    says: 'Set the “Seat” list to “Window”.',
  },
  {
    name: 'the time alone, where a day and a time were said',
    page: `<label>Starts <input type=datetime-local></label>`,
    lines: ['set Starts to 2026-11-27 19:00', 'at 20:00'],
    acts: ['change 2026-11-27T20:00'],
    says: 'Set the “Starts” field to “2026-11-27 20:00”.',
  },
  {
    name: 'another tab',
    page: TABS,
    lines: ['open the Monday tab', 'I meant Tuesday'],
    acts: ['click'],
    says: 'Clicked “Tuesday”.',
  },
  {
    name: 'a wrong box is unticked',
    page: ['Olives', 'Ham'].map((n) => `<label><input type=checkbox> ${n}</label>`).join(''),
    lines: ['tick Olives', 'I meant Ham'],
    acts: ['change false', 'change true'],
    says: 'Unticked the “Olives” checkbox again and ticked the “Ham” checkbox.',
  },
  {
    name: 'the other of two boxes',
    page: ['Olives', 'Ham'].map((n) => `<label><input type=checkbox> ${n}</label>`).join(''),
    lines: ['tick Olives', 'the other'],
    acts: ['change false', 'change true'],
    says: 'Unticked the “Olives” checkbox again and ticked the “Ham” checkbox.',
  },
  {
    name: 'a value in the wrong field gives way to the old one',
    page: `<form><label>Note <input value=Ann></label></form><form><label>Note <input></label></form>`,
    lines: ['type Oslo into the first Note field', 'the second'],
    acts: ['textInput Ann', 'textInput Oslo'],
    says: 'Put “Ann” back into the “Note” field and typed “Oslo” into the “Note” field.',
  },
  {
    name: 'the third of those called alike',
    page: PLAY,
    lines: ['click the first Play button', 'the third'],
    acts: ['click'],
    says: 'Clicked “Play”.',
  },
  {
    name: 'what was asked for and was not there',
    page: `<label><input type=checkbox> Ham</label>`,
    lines: ['tick Pineapple', 'I meant Ham'],
    acts: ['change true'],
    says: 'Ticked the “Ham” checkbox.',
  },
  {
    name: 'nothing that could be otherwise',
    page: `<p>Long</p><div style="height:3000px"></div>`,
    lines: ['scroll down', 'I meant Ham'],
    acts: [],
    kind: 'ask',
    says: "I don't know what to change about “scroll down”. Please give the whole instruction.",
  },
];

for (const { name, page, lines, says, acts, kind = 'report' } of ROWS)
  test(name, async ({ surface, show }) => {
    await show(page);
    const talk = converse(surface, null, navigatorThatReads(meaning));
    await talk.say(lines[0]);
    const before = talk.acts.length;
    const said = await talk.say(lines[1]);
    expect(said).toEqual({ kind, text: says });
    const did = talk.acts
      .slice(before)
      .map((a) => `${a.intent} ${'text' in a ? a.text : 'value' in a ? a.value : ''}`.trim());
    expect(did).toEqual(acts);
  });

test('a wrong page is left, and the right one opened', async ({ surface }) => {
  const links = '<a href="/sports">Sports</a> <a href="/culture">Culture</a>';
  const server = await serve(
    pages({
      '/': `<title>Start</title>${links}`,
      '/sports': '<title>Sports</title>',
      '/culture': '<title>Culture</title>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const talk = converse(surface, null, navigatorThatReads({ 'I wanted Culture': again('Culture') }));
    await talk.say('open the Sports page');
    const said = await talk.say('I wanted Culture');
    expect(said.text).toBe('Went back to the page before and opened “Culture”; the page is now “Culture”.');
    expect(talk.acts.map((a) => a.intent)).toEqual(['click', 'back', 'click']);
  } finally {
    await server.close();
  }
});

test('the other of two links that are called alike, from the page that the wrong one led to', async ({
  surface,
}) => {
  const server = await serve(
    pages({
      '/': '<title>Start</title><nav><a href="/a">Details</a></nav><main><a href="/b">Details</a></main>',
      '/a': '<title>A</title>',
      '/b': '<title>B</title>',
    }),
  );
  try {
    await surface.open(server.url, signal);
    const talk = converse(surface, null, navigatorThatReads(meaning));
    expect((await talk.say('open Details')).kind).toBe('ask');
    await talk.say('the first');
    expect(surface.probe.url()).toBe(`${server.url}/a`);
    expect((await talk.say('the other')).kind).toBe('report');
    expect(surface.probe.url()).toBe(`${server.url}/b`);
  } finally {
    await server.close();
  }
});
