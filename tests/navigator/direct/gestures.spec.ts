import { expect, test } from '@playwright/test';

import type { Effect, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changed, look, nothing, Talk, type Sketch } from './page.js';

const done = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});
const talk = (sketches: Sketch[], react?: ConstructorParameters<typeof Talk>[2]): Talk =>
  new Talk(createDirectNavigator(), look(sketches), react);

const EVENTS: Sketch[] = [
  { role: 'listitem', name: 'Lunch', interactive: true },
  { role: 'listitem', name: 'Design review', interactive: true },
];

test.describe('the mouse', () => {
  test('a double click is one', async () => {
    const t = talk(EVENTS);
    const said = await t.say('double-click Lunch');
    expect(t.done).toEqual(['doubleClick Lunch']);
    expect(said).toMatchObject({ kind: 'report', text: 'Double-clicked the “Lunch” entry.' });
  });

  test('a right click, and a choice from the menu that it opened', async () => {
    const t = talk(EVENTS, (act, _name, me) => {
      if (act.intent === 'rightClick')
        me.page = look([
          ...EVENTS,
          { role: 'menuitem', name: 'Edit' },
          { role: 'menuitem', name: 'Duplicate' },
        ]);
      return changed;
    });
    const said = await t.say('right-click Design review and choose Duplicate');
    expect(t.done).toEqual(['rightClick Design review', 'click Duplicate']);
    expect(said.kind).toBe('report');
  });

  test('a right click that opens nothing is reported as such', async () => {
    const said = await talk(EVENTS, () => nothing).say('right-click Lunch');
    expect(said.kind).toBe('unfinished');
    expect(said.text).toContain('I right-clicked the “Lunch” entry, but I saw no change');
  });

  const BOARD: Sketch[] = [
    ...EVENTS,
    {
      role: 'generic',
      name: 'done-column',
      text: 'Done Tidy up',
      box: { x: 400, y: 0, width: 200, height: 400 },
    },
    { role: 'heading', name: 'Done', parent: 'done-column', box: { x: 400, y: 0, width: 200, height: 30 } },
  ];
  test('something is dragged onto the column below a heading', async () => {
    const t = talk(BOARD);
    const said = await t.say('drag Lunch to the Done column');
    expect(t.done).toEqual(['drag Lunch to done-column']);
    expect(said.kind).toBe('report');
    expect(said.text).toContain('Dragged the “Lunch” entry to');
  });

  test('where it was dropped is told as it was before, and not looked for again', async () => {
    const t = talk(BOARD, (_act, _name, me) => {
      me.page = look([
        ...EVENTS.slice(1),
        { role: 'region', name: 'Done and Lunch', landmark: 'main' },
        { role: 'heading', name: 'Done', parent: 'Done and Lunch' },
        { role: 'heading', name: 'Done', landmark: 'aside' },
      ]);
      return changed;
    });
    const said = await t.say('drag Lunch to the Done column');
    expect(said.text).toBe('Dragged the “Lunch” entry to “done-column”.');
  });

  test('moving is dragging where no button says so', async () => {
    const t = talk(BOARD);
    expect((await t.say('move Lunch to Done')).kind).toBe('report');
    expect(t.done).toEqual(['drag Lunch to done-column']);
    const button = talk([...BOARD, { role: 'button', name: 'Move Lunch to Done' }]);
    await button.say('move Lunch to Done');
    expect(button.done).toEqual(['click Move Lunch to Done']);
  });

  test('where two places fit, it is asked which, and the answer is the place', async () => {
    const t = talk([
      ...EVENTS,
      { role: 'region', name: 'Done', landmark: 'main' },
      { role: 'region', name: 'Done', landmark: 'aside' },
    ]);
    const asked = await t.say('drag Lunch to Done');
    expect(asked.kind).toBe('ask');
    expect((await t.say('the one in the sidebar')).kind).toBe('report');
    const acts = t.turns.flatMap((turn) => (turn.type === 'action' ? [turn.action] : []));
    expect(acts).toEqual([{ intent: 'drag', uid: 'u0', to: { uid: 'u3' } }]);
  });

  test('a distance is a distance', async () => {
    const t = talk([{ role: 'separator', name: 'Divider', interactive: true }]);
    await t.say('drag the divider 80 pixels up');
    expect(t.done).toEqual(['drag Divider by 0,-80']);
  });
});

test.describe('files', () => {
  const fields: Sketch[] = [
    { role: 'button', name: 'Resume', tag: 'input', inputType: 'file' },
    { role: 'button', name: 'Photo', tag: 'input', inputType: 'file' },
    { role: 'button', name: 'Send' },
  ];
  test('a file goes to the field that was named', async () => {
    const t = talk(fields);
    const said = await t.say('upload papers/cv.pdf as the resume');
    expect(t.done).toEqual(['upload Resume=papers/cv.pdf']);
    expect(said).toMatchObject({ kind: 'report', text: 'Uploaded “cv.pdf” to the “Resume” button.' });
  });

  test('with one field nothing needs to be named; with two it is asked', async () => {
    const one = talk([fields[0]!, fields[2]!]);
    await one.say('upload cv.pdf');
    expect(one.done).toEqual(['upload Resume=cv.pdf']);
    const two = talk(fields);
    expect((await two.say('upload cv.pdf')).kind).toBe('ask');
    await two.say('the photo');
    expect(two.done).toEqual(['upload Photo=cv.pdf']);
  });

  test('a button that opens a file chooser takes the file', async () => {
    const t = talk([
      { role: 'button', name: 'Attach a file' },
      { role: 'button', name: 'Send' },
    ]);
    await t.say('attach a.txt and b.txt');
    expect(t.done).toEqual(['upload Attach a file=a.txt,b.txt']);
  });

  test('a page that takes no file says so, and a refusal is told', async () => {
    expect((await talk([{ role: 'button', name: 'Send' }]).say('upload cv.pdf')).text).toContain(
      'no file field or upload button on this page',
    );
    const refused: Outcome = {
      status: 'failed',
      reason: 'refused',
      detail: 'cv.pdf is not among the allowed files',
    };
    const said = await talk(fields, () => refused).say('upload cv.pdf as the resume');
    expect(said).toMatchObject({ kind: 'unfinished' });
    expect(said.text).toContain('not among the allowed files');
  });
});

test.describe('the clipboard', () => {
  const ORDER: Sketch[] = [
    { role: 'row', name: 'row', text: 'Order number A-17' },
    { role: 'rowheader', name: 'Order number', parent: 'row', interactive: false },
    { role: 'cell', name: 'A-17', parent: 'row', interactive: false },
    { role: 'searchbox', name: 'Search' },
  ];
  const copies = (act: { intent: string }): Outcome =>
    act.intent === 'copy' ? done({ type: 'clipboard', text: 'A-17' }) : changed;

  test('what stands beside its label is copied, and pasted into the field that was named', async () => {
    const t = talk(ORDER, copies);
    const said = await t.say('copy the order number and paste it into the search field');
    expect(t.done).toEqual(['copy A-17', 'paste Search']);
    expect(said.text).toBe('Copied “A-17” and pasted it into the “Search” search field.');
  });

  test('the value within a line that names it is copied, not the line', async () => {
    const t = talk(
      [
        { role: 'paragraph', name: 'line', text: 'Order number: A-17' },
        { role: 'strong', name: 'A-17', parent: 'line', interactive: false },
        { role: 'form', name: 'Coupon', text: 'Coupon' },
      ],
      copies,
    );
    await t.say('copy the order number');
    expect(t.done).toEqual(['copy A-17']);
  });

  test('a field is copied by its name, and a page’s own copy button is pressed', async () => {
    const field = talk([{ role: 'textbox', name: 'Email', value: 'a@b.test' }], copies);
    await field.say('copy the email');
    expect(field.done).toEqual(['copy Email']);
    const button = talk([{ role: 'button', name: 'Copy link' }], copies);
    await button.say('copy link');
    expect(button.done).toEqual(['click Copy link']);
  });

  test('without a name it is pasted into the field that was used last', async () => {
    const t = talk(ORDER, copies);
    await t.say('type x into search');
    await t.say('paste it');
    expect(t.done.at(-1)).toBe('paste Search');
  });

  test('nothing to copy, nothing to paste into: that is said', async () => {
    expect((await talk(ORDER, copies).say('copy the invoice number')).kind).toBe('unfinished');
    expect((await talk([{ role: 'link', name: 'Home' }], copies).say('paste it')).text).toContain(
      'which field to paste into',
    );
  });
});

test.describe('keys and waiting', () => {
  test('a chord that only selects is reported without claiming an effect', async () => {
    const t = talk([{ role: 'textbox', name: 'Name' }], (act) =>
      act.intent === 'press' ? nothing : changed,
    );
    await t.say('type Ada into Name');
    const said = await t.say('press Ctrl+A');
    expect(t.done.at(-1)).toBe('press Name=Control+A');
    expect(said).toMatchObject({ kind: 'report' });
    expect(said.text).toContain('but I saw no change');
  });

  test('waiting is done whether the page moved or not', async () => {
    const still = talk([{ role: 'button', name: 'Save' }], (act) =>
      act.intent === 'wait' ? nothing : changed,
    );
    expect((await still.say('wait 3 seconds and click Save')).text).toBe(
      'Waited 3 seconds and clicked “Save”.',
    );
    expect(still.done).toEqual(['wait 3000', 'click Save']);
    const moved = talk([{ role: 'button', name: 'Save' }]);
    expect((await moved.say('wait a moment')).text).toBe('Waited until the page had changed.');
  });
});
