/** Mouse gestures, file uploads, the clipboard, keys and waiting. */
import { expect, test } from '@playwright/test';

import type { Effect, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import {
  changedOutcome,
  createPage,
  noEffectOutcome,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';

const createDoneOutcome = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});
const startConversation = (
  sketches: ElementSketch[],
  react?: ConstructorParameters<typeof Conversation>[2],
): Conversation => new Conversation(createDirectNavigator(), createPage(sketches), react);

const EVENTS: ElementSketch[] = [
  { role: 'listitem', name: 'Lunch', interactive: true },
  { role: 'listitem', name: 'Design review', interactive: true },
];

test.describe('the mouse', () => {
  test('a double click is performed as a double click', async () => {
    const conversation = startConversation(EVENTS);
    const response = await conversation.say('double-click Lunch');
    expect(conversation.actions).toEqual(['doubleClick Lunch']);
    expect(response).toMatchObject({ kind: 'report', text: 'Double-clicked the “Lunch” entry.' });
  });

  test('an entry is chosen from the menu that a right click opened', async () => {
    const conversation = startConversation(EVENTS, (action, _name, currentConversation) => {
      if (action.intent === 'rightClick')
        currentConversation.observation = createPage([
          ...EVENTS,
          { role: 'menuitem', name: 'Edit' },
          { role: 'menuitem', name: 'Duplicate' },
        ]);
      return changedOutcome;
    });
    const response = await conversation.say('right-click Design review and choose Duplicate');
    expect(conversation.actions).toEqual(['rightClick Design review', 'click Duplicate']);
    expect(response.kind).toBe('report');
  });

  test('a right click that opens no menu is reported', async () => {
    const response = await startConversation(EVENTS, () => noEffectOutcome).say('right-click Lunch');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('I right-clicked the “Lunch” entry, but I saw no change');
  });

  const BOARD: ElementSketch[] = [
    ...EVENTS,
    {
      role: 'generic',
      name: 'done-column',
      text: 'Done Tidy up',
      box: { x: 400, y: 0, width: 200, height: 400 },
    },
    { role: 'heading', name: 'Done', parent: 'done-column', box: { x: 400, y: 0, width: 200, height: 30 } },
  ];
  test('an element is dragged onto the column below a heading', async () => {
    const conversation = startConversation(BOARD);
    const response = await conversation.say('drag Lunch to the Done column');
    expect(conversation.actions).toEqual(['drag Lunch to done-column']);
    expect(response.kind).toBe('report');
    expect(response.text).toContain('Dragged the “Lunch” entry to');
  });

  test('the report gives the drop target’s name from before the drop, and the target is not looked up again', async () => {
    const conversation = startConversation(BOARD, (_action, _name, currentConversation) => {
      currentConversation.observation = createPage([
        ...EVENTS.slice(1),
        { role: 'region', name: 'Done and Lunch', landmark: 'main' },
        { role: 'heading', name: 'Done', parent: 'Done and Lunch' },
        { role: 'heading', name: 'Done', landmark: 'aside' },
      ]);
      return changedOutcome;
    });
    const response = await conversation.say('drag Lunch to the Done column');
    expect(response.text).toBe('Dragged the “Lunch” entry to “done-column”.');
  });

  test('“move” drags the element if the page has no button for moving it', async () => {
    const conversation = startConversation(BOARD);
    expect((await conversation.say('move Lunch to Done')).kind).toBe('report');
    expect(conversation.actions).toEqual(['drag Lunch to done-column']);
    const buttonConversation = startConversation([...BOARD, { role: 'button', name: 'Move Lunch to Done' }]);
    await buttonConversation.say('move Lunch to Done');
    expect(buttonConversation.actions).toEqual(['click Move Lunch to Done']);
  });

  test('with two matching drop targets, the navigator asks which one, and the answer selects it', async () => {
    const conversation = startConversation([
      ...EVENTS,
      { role: 'region', name: 'Done', landmark: 'main' },
      { role: 'region', name: 'Done', landmark: 'aside' },
    ]);
    const question = await conversation.say('drag Lunch to Done');
    expect(question.kind).toBe('ask');
    expect((await conversation.say('the one in the sidebar')).kind).toBe('report');
    const actions = conversation.turns.flatMap((turn) => (turn.type === 'action' ? [turn.action] : []));
    expect(actions).toEqual([{ intent: 'drag', uid: 'u0', to: { uid: 'u3' } }]);
  });

  test('an element is dragged by a distance', async () => {
    const conversation = startConversation([{ role: 'separator', name: 'Divider', interactive: true }]);
    await conversation.say('drag the divider 80 pixels up');
    expect(conversation.actions).toEqual(['drag Divider by 0,-80']);
  });
});

test.describe('files', () => {
  const fields: ElementSketch[] = [
    { role: 'button', name: 'Resume', tag: 'input', inputType: 'file' },
    { role: 'button', name: 'Photo', tag: 'input', inputType: 'file' },
    { role: 'button', name: 'Send' },
  ];
  test('a file is uploaded to the named field', async () => {
    const conversation = startConversation(fields);
    const response = await conversation.say('upload papers/cv.pdf as the resume');
    expect(conversation.actions).toEqual(['upload Resume=papers/cv.pdf']);
    expect(response).toMatchObject({
      kind: 'report',
      text: 'Uploaded “cv.pdf” to the “Resume” button.',
    });
  });

  test('a single file field need not be named; with two, the navigator asks which one', async () => {
    const singleFieldRun = startConversation([fields[0]!, fields[2]!]);
    await singleFieldRun.say('upload cv.pdf');
    expect(singleFieldRun.actions).toEqual(['upload Resume=cv.pdf']);
    const twoFieldRun = startConversation(fields);
    expect((await twoFieldRun.say('upload cv.pdf')).kind).toBe('ask');
    await twoFieldRun.say('the photo');
    expect(twoFieldRun.actions).toEqual(['upload Photo=cv.pdf']);
  });

  test('files are uploaded through a button that opens a file chooser', async () => {
    const conversation = startConversation([
      { role: 'button', name: 'Attach a file' },
      { role: 'button', name: 'Send' },
    ]);
    await conversation.say('attach a.txt and b.txt');
    expect(conversation.actions).toEqual(['upload Attach a file=a.txt,b.txt']);
  });

  test('a missing file field and a refused file are reported', async () => {
    expect((await startConversation([{ role: 'button', name: 'Send' }]).say('upload cv.pdf')).text).toContain(
      'no file field or upload button on this page',
    );
    const refusedOutcome: Outcome = {
      status: 'failed',
      reason: 'refused',
      detail: 'cv.pdf is not among the allowed files',
    };
    const response = await startConversation(fields, () => refusedOutcome).say('upload cv.pdf as the resume');
    expect(response).toMatchObject({ kind: 'unfinished' });
    expect(response.text).toContain('not among the allowed files');
  });
});

test.describe('the clipboard', () => {
  const ORDER: ElementSketch[] = [
    { role: 'row', name: 'row', text: 'Order number A-17' },
    { role: 'rowheader', name: 'Order number', parent: 'row', interactive: false },
    { role: 'cell', name: 'A-17', parent: 'row', interactive: false },
    { role: 'searchbox', name: 'Search' },
  ];
  const reactToCopy = (action: { intent: string }): Outcome =>
    action.intent === 'copy' ? createDoneOutcome({ type: 'clipboard', text: 'A-17' }) : changedOutcome;

  test('the value of a label is copied and pasted into the named field', async () => {
    const conversation = startConversation(ORDER, reactToCopy);
    const response = await conversation.say('copy the order number and paste it into the search field');
    expect(conversation.actions).toEqual(['copy A-17', 'paste Search']);
    expect(response.text).toBe('Copied “A-17” and pasted it into the “Search” search field.');
  });

  test('only the value is copied from a text such as “Order number: A-17”', async () => {
    const conversation = startConversation(
      [
        { role: 'paragraph', name: 'line', text: 'Order number: A-17' },
        { role: 'strong', name: 'A-17', parent: 'line', interactive: false },
        { role: 'form', name: 'Coupon', text: 'Coupon' },
      ],
      reactToCopy,
    );
    await conversation.say('copy the order number');
    expect(conversation.actions).toEqual(['copy A-17']);
  });

  test('the value of a named field is copied, and a copy button on the page is clicked', async () => {
    const fieldConversation = startConversation(
      [{ role: 'textbox', name: 'Email', value: 'a@b.test' }],
      reactToCopy,
    );
    await fieldConversation.say('copy the email');
    expect(fieldConversation.actions).toEqual(['copy Email']);
    const buttonConversation = startConversation([{ role: 'button', name: 'Copy link' }], reactToCopy);
    await buttonConversation.say('copy link');
    expect(buttonConversation.actions).toEqual(['click Copy link']);
  });

  test('without a field name, text is pasted into the last used field', async () => {
    const conversation = startConversation(ORDER, reactToCopy);
    await conversation.say('type x into search');
    await conversation.say('paste it');
    expect(conversation.actions.at(-1)).toBe('paste Search');
  });

  test('a missing value to copy and a missing field to paste into are reported', async () => {
    expect((await startConversation(ORDER, reactToCopy).say('copy the invoice number')).kind).toBe(
      'unfinished',
    );
    expect(
      (await startConversation([{ role: 'link', name: 'Home' }], reactToCopy).say('paste it')).text,
    ).toContain('which field to paste into');
  });
});

test.describe('keys and waiting', () => {
  test('a key combination that only selects text is reported as having no visible effect', async () => {
    const conversation = startConversation([{ role: 'textbox', name: 'Name' }], (action) =>
      action.intent === 'press' ? noEffectOutcome : changedOutcome,
    );
    await conversation.say('type Ada into Name');
    const response = await conversation.say('press Ctrl+A');
    expect(conversation.actions.at(-1)).toBe('press Name=Control+A');
    expect(response).toMatchObject({ kind: 'report' });
    expect(response.text).toContain('but I saw no change');
  });

  test('a wait succeeds even if the page does not change', async () => {
    const unchangedRun = startConversation([{ role: 'button', name: 'Save' }], (action) =>
      action.intent === 'wait' ? noEffectOutcome : changedOutcome,
    );
    expect((await unchangedRun.say('wait 3 seconds and click Save')).text).toBe(
      'Waited 3 seconds and clicked “Save”.',
    );
    expect(unchangedRun.actions).toEqual(['wait 3000', 'click Save']);
    const changedRun = startConversation([{ role: 'button', name: 'Save' }]);
    expect((await changedRun.say('wait a moment')).text).toBe('Waited until the page had changed.');
  });
});
