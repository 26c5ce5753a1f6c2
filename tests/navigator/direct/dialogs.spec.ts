/** JavaScript dialogs that an action opens, and the instructor's answers to them. */
import { expect, test } from '@playwright/test';

import type { Effect, Observation, OpenDialog, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { readDialogReply } from '../../../src/navigator/direct/run/javascript-dialogs.js';
import { changedOutcome, createPage, Conversation, type ElementSketch } from './simulated-page.js';

const settle = { reason: 'dialog' as const, ms: 1 };
const createDoneOutcome = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle,
});

const BUTTONS: ElementSketch[] = [
  { role: 'button', name: 'Delete' },
  { role: 'button', name: 'Save' },
  { role: 'button', name: 'Rename' },
  { role: 'link', name: 'Home' },
];

/** Opens a page where the named button opens these dialogs one after the other. */
function openPageWithDialogs(
  dialogs: OpenDialog[],
  opener: string,
  finalEffect: Effect = { type: 'dom', mutations: 2 },
): Conversation {
  const remainingDialogs = [...dialogs];
  const openNextDialog = (conversation: Conversation): Effect[] => {
    const dialog = remainingDialogs.shift() ?? null;
    conversation.observation = { ...conversation.observation, dialog };
    return dialog ? [{ type: 'dialog', dialog: dialog.type, message: dialog.message }] : [];
  };
  return new Conversation(createDirectNavigator(), createPage(BUTTONS), (action, name, conversation) => {
    if (action.intent === 'dialog') {
      const answer = action.answer === 'accept' ? 'accepted' : 'dismissed';
      const finalEffects = action.answer === 'accept' ? [finalEffect] : [];
      return createDoneOutcome(
        { type: 'dialog-answered', answer },
        ...openNextDialog(conversation),
        ...finalEffects,
      );
    }
    if (conversation.observation.dialog)
      return { status: 'failed', reason: 'dialog', detail: 'a dialog is open' };
    if (name !== opener) return changedOutcome;
    return createDoneOutcome(...(openNextDialog(conversation) as [Effect, ...Effect[]]));
  });
}

const createConfirm = (message: string): OpenDialog => ({ type: 'confirm', message, defaultText: '' });
const createAlert = (message: string): OpenDialog => ({ type: 'alert', message, defaultText: '' });

test.describe('alerts', () => {
  test('an alert is closed, and its message is reported', async () => {
    const conversation = openPageWithDialogs([createAlert('Saved for ever!')], 'Save');
    const response = await conversation.say('click Save');
    expect(conversation.actions).toEqual(['click Save', 'dialog accept']);
    expect(response).toEqual({ kind: 'report', text: 'Clicked “Save”; the page said “Saved for ever!”.' });
  });

  test('an alert with an error is not reported as success', async () => {
    const conversation = openPageWithDialogs([createAlert('Title is required')], 'Save');
    const response = await conversation.say('click Save');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('Title is required');
  });

  test('an alert that was already open is closed and reported', async () => {
    const conversation = openPageWithDialogs([], '');
    conversation.observation = { ...conversation.observation, dialog: createAlert('Welcome') };
    const response = await conversation.say('open Home');
    expect(conversation.actions).toEqual(['dialog accept', 'click Home']);
    expect(response).toMatchObject({ kind: 'report', text: 'Opened “Home”. The page said “Welcome”.' });
  });

  test('the navigator gives up if there are too many alerts in a row', async () => {
    const conversation = openPageWithDialogs(
      Array.from({ length: 30 }, (_, i) => createAlert(`Again ${i}`)),
      'Save',
    );
    const response = await conversation.say('click Save');
    expect(response.kind).toBe('unfinished');
    expect(conversation.actions.length).toBeLessThan(12);
  });
});

test.describe('dialogs that ask', () => {
  test('a dialog that asks about the requested action is accepted, and the report says so', async () => {
    const conversation = openPageWithDialogs([createConfirm('Delete this event?')], 'Delete');
    const response = await conversation.say('Delete the event');
    expect(conversation.actions).toEqual(['click Delete', 'dialog accept']);
    expect(response).toMatchObject({ kind: 'report' });
    expect(response.text).toContain('said yes when the page asked “Delete this event?”');
  });

  const UNCONFIRMED_DIALOGS: [situation: string, line: string, question: string][] = [
    ['a click that only names the button', 'click Delete', 'Delete this event?'],
    ['a question about more than the line named', 'Delete the event', 'Delete all events?'],
    ['a question about something else', 'Delete it', 'Delete “Dinner”?'],
    ['a question about a different action', 'Delete the event', 'Send a note to all guests?'],
  ];
  for (const [situation, line, question] of UNCONFIRMED_DIALOGS) {
    test(`the navigator asks the instructor after ${situation}`, async () => {
      const conversation = openPageWithDialogs([createConfirm(question)], 'Delete');
      const reply = await conversation.say(line);
      expect(reply).toEqual({
        kind: 'ask',
        text: `The page asks: “${question}” Should I answer yes or no?`,
      });
      expect(conversation.actions).toEqual(['click Delete']);
    });
  }

  test('a yes accepts the dialog and is reported', async () => {
    const conversation = openPageWithDialogs([createConfirm('Delete this event?')], 'Delete');
    await conversation.say('click Delete');
    const response = await conversation.say('yes, go ahead');
    expect(conversation.actions).toEqual(['click Delete', 'dialog accept']);
    expect(response).toMatchObject({ kind: 'report' });
    expect(response.text).toContain('said yes when the page asked “Delete this event?”');
  });

  test('a no dismisses the dialog and ends the line', async () => {
    const conversation = openPageWithDialogs([createConfirm('Delete this event?')], 'Delete');
    await conversation.say('click Delete and open Home');
    const response = await conversation.say('no, keep it');
    expect(conversation.actions).toEqual(['click Delete', 'dialog dismiss']);
    expect(response).toEqual({ kind: 'report', text: 'I answered no to “Delete this event?”.' });
  });

  test('after an unclear answer the question is repeated, and a new instruction waits for the answer', async () => {
    const conversation = openPageWithDialogs([createConfirm('Delete this event?')], 'Delete');
    await conversation.say('click Delete');
    expect((await conversation.say('purple monkeys')).text).toContain(
      'I did not understand that. The page asks',
    );
    const reply = await conversation.say('click Home');
    expect(reply.text).toContain('The page asks: “Delete this event?”');
    await conversation.say('no');
    expect(conversation.actions).toEqual(['click Delete', 'dialog dismiss', 'click Home']);
  });

  test('a yes does not answer a dialog that has replaced the one asked about', async () => {
    const conversation = openPageWithDialogs([createConfirm('Delete this event?')], 'Delete');
    await conversation.say('click Delete');
    conversation.observation = { ...conversation.observation, dialog: createConfirm('Send it to everyone?') };
    const reply = await conversation.say('yes');
    expect(reply).toMatchObject({ kind: 'ask' });
    expect(reply.text).toContain('Send it to everyone?');
    expect(conversation.actions).toEqual(['click Delete']);
  });

  test('the line may already contain the answer to the dialog', async () => {
    const conversation = openPageWithDialogs([createConfirm('Send a note to all guests?')], 'Save');
    const response = await conversation.say('click Save and confirm, then open Home');
    expect(conversation.actions).toEqual(['click Save', 'dialog accept', 'click Home']);
    expect(response.kind).toBe('report');
    const secondConversation = openPageWithDialogs([createConfirm('Send a note?')], 'Save');
    await secondConversation.say('click Save and cancel');
    expect(secondConversation.actions).toEqual(['click Save', 'dialog dismiss']);
  });

  test('an instruction can answer a dialog that is already open', async () => {
    const conversation = openPageWithDialogs([], '');
    conversation.observation = { ...conversation.observation, dialog: createConfirm('Allow messages?') };
    const response = await conversation.say('Dismiss the dialog');
    expect(conversation.actions).toEqual(['dialog dismiss']);
    expect(response).toMatchObject({ kind: 'report', text: 'Dismissed “Allow messages?”.' });
  });

  test('the text of the answer is entered in a prompt dialog', async () => {
    const prompt: OpenDialog = { type: 'prompt', message: 'New name', defaultText: 'Untitled' };
    const conversation = openPageWithDialogs([prompt], 'Rename');
    const reply = await conversation.say('click Rename');
    expect(reply.text).toBe('The page asks: “New name” It suggests “Untitled”. What should I enter?');
    const response = await conversation.say('Call it Design review');
    expect(response).toMatchObject({ kind: 'report' });
    expect(response.text).toContain('answered the page’s question “New name”');
    expect(conversation.actions).toEqual(['click Rename', 'dialog accept=Design review']);
  });

  test('the navigator asks before leaving a page with unsaved input', async () => {
    const leaveDialog: OpenDialog = { type: 'beforeunload', message: '', defaultText: '' };
    const conversation = openPageWithDialogs([leaveDialog], 'Home', {
      type: 'navigated',
      url: 'http://site.test/',
      status: 200,
    });
    expect((await conversation.say('open Home')).text).toContain('unsaved input may be lost');
    const stayReply = await conversation.say('no, stay here');
    expect(stayReply.text).toBe('I stayed on the page.');
    const confirmedConversation = openPageWithDialogs([leaveDialog], 'Home', {
      type: 'navigated',
      url: 'http://site.test/',
      status: 200,
    });
    await confirmedConversation.say('open Home');
    expect((await confirmedConversation.say('yes, leave it')).kind).toBe('report');
    expect(confirmedConversation.actions).toEqual(['click Home', 'dialog accept']);
  });

  test('if one action opens several dialogs, all of them are answered', async () => {
    const conversation = openPageWithDialogs(
      [createConfirm('Delete this event?'), createAlert('It is gone.')],
      'Delete',
    );
    const response = await conversation.say('Delete the event');
    expect(conversation.actions).toEqual(['click Delete', 'dialog accept', 'dialog accept']);
    expect(response.kind).toBe('report');
    expect(response.text).toContain('It is gone.');
  });
});

const deletionDialog = createConfirm('Delete this event?');
const namePrompt: OpenDialog = { type: 'prompt', message: 'Name?', defaultText: '' };
const replies: [line: string, dialog: OpenDialog, reply: unknown][] = [
  ['yes', deletionDialog, { answer: 'accept' }],
  ['Yes please!', deletionDialog, { answer: 'accept' }],
  ['OK', deletionDialog, { answer: 'accept' }],
  ['go ahead', deletionDialog, { answer: 'accept' }],
  ['say yes', deletionDialog, { answer: 'accept' }],
  ['click OK', deletionDialog, { answer: 'accept' }],
  ['no problem, do it', deletionDialog, { answer: 'accept' }],
  ['delete it', deletionDialog, { answer: 'accept' }],
  ['no', deletionDialog, { answer: 'dismiss' }],
  ['No, thanks.', deletionDialog, { answer: 'dismiss' }],
  ['cancel', deletionDialog, { answer: 'dismiss' }],
  ['press Cancel', deletionDialog, { answer: 'dismiss' }],
  ['ok, cancel that', deletionDialog, { answer: 'dismiss' }],
  ['never mind', deletionDialog, { answer: 'dismiss' }],
  ["don't", deletionDialog, { answer: 'dismiss' }],
  ['keep the event', deletionDialog, { answer: 'dismiss' }],
  ['archive it', deletionDialog, 'new'],
  ['open Settings', deletionDialog, 'new'],
  ['purple', deletionDialog, 'unclear'],
  ['Oslo', namePrompt, { answer: 'accept', text: 'Oslo' }],
  ['type "Oslo"', namePrompt, { answer: 'accept', text: 'Oslo' }],
  ['Norway and Sweden', namePrompt, { answer: 'accept', text: 'Norway and Sweden' }],
  ['cancel', namePrompt, { answer: 'dismiss' }],
  ['yes', namePrompt, 'unclear'],
  ['yes', { ...namePrompt, defaultText: 'Bergen' }, { answer: 'accept', text: 'Bergen' }],
];
test('lines are parsed as answers to dialogs', () => {
  for (const [line, dialog, reply] of replies) {
    const defaultNote = dialog.defaultText && ` with ${dialog.defaultText}`;
    expect.soft(readDialogReply(line, dialog), `“${dialog.message}”${defaultNote}: ${line}`).toEqual(reply);
  }
});

test('actions that the session itself performs are not mistaken for the navigator’s actions', async () => {
  const observation: Observation = createPage(BUTTONS);
  const conversation = new Conversation(createDirectNavigator(), observation, (_action, name, { turns }) => {
    // Right after the click, the session itself clicks a banner, without effect.
    if (name === 'Home')
      turns.push({
        index: turns.length,
        speaker: 'navigator',
        type: 'action',
        action: { intent: 'click', uid: 'banner' },
        target: null,
        outcome: { status: 'no-effect', settle },
        url: '',
      });
    return changedOutcome;
  });
  expect((await conversation.say('open Home')).kind).toBe('report');
  expect(conversation.actions).toEqual(['click Home']);
});
