import { expect, test } from '@playwright/test';

import type { Effect, Observation, OpenDialog, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { readDialogReply } from '../../../src/navigator/direct/run/dialog.js';
import { changed, look, Talk, type Sketch } from './page.js';

const settle = { reason: 'dialog' as const, ms: 1 };
const done = (...effects: [Effect, ...Effect[]]): Outcome => ({ status: 'done', effects, settle });

const BUTTONS: Sketch[] = [
  { role: 'button', name: 'Delete' },
  { role: 'button', name: 'Save' },
  { role: 'button', name: 'Rename' },
  { role: 'link', name: 'Home' },
];

/** A page whose buttons open the dialogs given for them, one after the other; answers are collected. */
function asking(dialogs: OpenDialog[], opener: string, after: Effect = { type: 'dom', mutations: 2 }): Talk {
  const waiting = [...dialogs];
  const open = (talk: Talk): Effect[] => {
    const dialog = waiting.shift() ?? null;
    talk.page = { ...talk.page, dialog };
    return dialog ? [{ type: 'dialog', dialog: dialog.type, message: dialog.message }] : [];
  };
  return new Talk(createDirectNavigator(), look(BUTTONS), (act, name, talk) => {
    if (act.intent === 'dialog') {
      const answer = act.answer === 'accept' ? 'accepted' : 'dismissed';
      const more = act.answer === 'accept' ? [after] : [];
      return done({ type: 'dialog-answered', answer }, ...open(talk), ...more);
    }
    if (talk.page.dialog) return { status: 'failed', reason: 'dialog', detail: 'a dialog is open' };
    if (name !== opener) return changed;
    return done(...(open(talk) as [Effect, ...Effect[]]));
  });
}

const confirm = (message: string): OpenDialog => ({ type: 'confirm', message, defaultText: '' });
const alert = (message: string): OpenDialog => ({ type: 'alert', message, defaultText: '' });

test.describe('messages', () => {
  test('an alert is read, closed and told', async () => {
    const t = asking([alert('Saved for ever!')], 'Save');
    const said = await t.say('click Save');
    expect(t.done).toEqual(['click Save', 'dialog accept']);
    expect(said).toEqual({ kind: 'report', text: 'Clicked “Save”; the page said “Saved for ever!”.' });
  });

  test('an alert that complains is no success', async () => {
    const t = asking([alert('Title is required')], 'Save');
    const said = await t.say('click Save');
    expect(said.kind).toBe('unfinished');
    expect(said.text).toContain('Title is required');
  });

  test('an alert that was there before is told beside what was done', async () => {
    const t = asking([], '');
    t.page = { ...t.page, dialog: alert('Welcome') };
    const said = await t.say('open Home');
    expect(t.done).toEqual(['dialog accept', 'click Home']);
    expect(said).toMatchObject({ kind: 'report', text: 'Opened “Home”. The page said “Welcome”.' });
  });

  test('a page that never stops is not listened to for ever', async () => {
    const t = asking(
      Array.from({ length: 30 }, (_, i) => alert(`Again ${i}`)),
      'Save',
    );
    const said = await t.say('click Save');
    expect(said.kind).toBe('unfinished');
    expect(t.done.length).toBeLessThan(12);
  });
});

test.describe('questions', () => {
  test('what the line named is confirmed, and that is said', async () => {
    const t = asking([confirm('Delete this event?')], 'Delete');
    const said = await t.say('Delete the event');
    expect(t.done).toEqual(['click Delete', 'dialog accept']);
    expect(said).toMatchObject({ kind: 'report' });
    expect(said.text).toContain('said yes when the page asked “Delete this event?”');
  });

  const unnamed: [why: string, line: string, question: string][] = [
    ['a click that says no more than the button', 'click Delete', 'Delete this event?'],
    ['a question about more than was named', 'Delete the event', 'Delete all events?'],
    ['a question about another thing', 'Delete it', 'Delete “Dinner”?'],
    ['a question about another act', 'Delete the event', 'Send a note to all guests?'],
  ];
  for (const [why, line, question] of unnamed) {
    test(`${why} is put to the instructor`, async () => {
      const t = asking([confirm(question)], 'Delete');
      const asked = await t.say(line);
      expect(asked).toEqual({
        kind: 'ask',
        text: `The page asks: “${question}” Should I answer yes or no?`,
      });
      expect(t.done).toEqual(['click Delete']);
    });
  }

  test('a yes is passed on and reported', async () => {
    const t = asking([confirm('Delete this event?')], 'Delete');
    await t.say('click Delete');
    const said = await t.say('yes, go ahead');
    expect(t.done).toEqual(['click Delete', 'dialog accept']);
    expect(said).toMatchObject({ kind: 'report' });
    expect(said.text).toContain('said yes when the page asked “Delete this event?”');
  });

  test('a no is passed on, and ends what needed a yes', async () => {
    const t = asking([confirm('Delete this event?')], 'Delete');
    await t.say('click Delete and open Home');
    const said = await t.say('no, keep it');
    expect(t.done).toEqual(['click Delete', 'dialog dismiss']);
    expect(said).toEqual({ kind: 'report', text: 'I answered no to “Delete this event?”.' });
  });

  test('an answer that is none is asked for again; another order is another order', async () => {
    const t = asking([confirm('Delete this event?')], 'Delete');
    await t.say('click Delete');
    expect((await t.say('purple monkeys')).text).toContain('I did not understand that. The page asks');
    const asked = await t.say('click Home');
    expect(asked.text).toContain('The page asks: “Delete this event?”');
    await t.say('no');
    expect(t.done).toEqual(['click Delete', 'dialog dismiss', 'click Home']);
  });

  test('a yes does not go to a question that came up since', async () => {
    const t = asking([confirm('Delete this event?')], 'Delete');
    await t.say('click Delete');
    t.page = { ...t.page, dialog: confirm('Send it to everyone?') };
    const asked = await t.say('yes');
    expect(asked).toMatchObject({ kind: 'ask' });
    expect(asked.text).toContain('Send it to everyone?');
    expect(t.done).toEqual(['click Delete']);
  });

  test('the line may hold the answer already', async () => {
    const t = asking([confirm('Send a note to all guests?')], 'Save');
    const said = await t.say('click Save and confirm, then open Home');
    expect(t.done).toEqual(['click Save', 'dialog accept', 'click Home']);
    expect(said.kind).toBe('report');
    const other = asking([confirm('Send a note?')], 'Save');
    await other.say('click Save and cancel');
    expect(other.done).toEqual(['click Save', 'dialog dismiss']);
  });

  test('an open dialog can be answered by an order of its own', async () => {
    const t = asking([], '');
    t.page = { ...t.page, dialog: confirm('Allow messages?') };
    const said = await t.say('Dismiss the dialog');
    expect(t.done).toEqual(['dialog dismiss']);
    expect(said).toMatchObject({ kind: 'report', text: 'Dismissed “Allow messages?”.' });
  });

  test('a prompt gets the text that was said', async () => {
    const prompt: OpenDialog = { type: 'prompt', message: 'New name', defaultText: 'Untitled' };
    const t = asking([prompt], 'Rename');
    const asked = await t.say('click Rename');
    expect(asked.text).toBe('The page asks: “New name” It suggests “Untitled”. What should I enter?');
    const said = await t.say('Call it Design review');
    expect(said).toMatchObject({ kind: 'report' });
    expect(said.text).toContain('answered the page’s question “New name”');
    expect(t.done).toEqual(['click Rename', 'dialog accept=Design review']);
  });

  test('leaving a page with unsaved work is asked about', async () => {
    const leave: OpenDialog = { type: 'beforeunload', message: '', defaultText: '' };
    const t = asking([leave], 'Home', { type: 'navigated', url: 'http://site.test/', status: 200 });
    expect((await t.say('open Home')).text).toContain('unsaved input may be lost');
    const stayed = await t.say('no, stay here');
    expect(stayed.text).toBe('I stayed on the page.');
    const u = asking([leave], 'Home', { type: 'navigated', url: 'http://site.test/', status: 200 });
    await u.say('open Home');
    expect((await u.say('yes, leave it')).kind).toBe('report');
    expect(u.done).toEqual(['click Home', 'dialog accept']);
  });

  test('several questions about one act are each answered', async () => {
    const t = asking([confirm('Delete this event?'), alert('It is gone.')], 'Delete');
    const said = await t.say('Delete the event');
    expect(t.done).toEqual(['click Delete', 'dialog accept', 'dialog accept']);
    expect(said.kind).toBe('report');
    expect(said.text).toContain('It is gone.');
  });
});

const page = confirm('Delete this event?');
const naming: OpenDialog = { type: 'prompt', message: 'Name?', defaultText: '' };
const replies: [line: string, dialog: OpenDialog, reply: unknown][] = [
  ['yes', page, { answer: 'accept' }],
  ['Yes please!', page, { answer: 'accept' }],
  ['OK', page, { answer: 'accept' }],
  ['go ahead', page, { answer: 'accept' }],
  ['say yes', page, { answer: 'accept' }],
  ['click OK', page, { answer: 'accept' }],
  ['no problem, do it', page, { answer: 'accept' }],
  ['delete it', page, { answer: 'accept' }],
  ['no', page, { answer: 'dismiss' }],
  ['No, thanks.', page, { answer: 'dismiss' }],
  ['cancel', page, { answer: 'dismiss' }],
  ['press Cancel', page, { answer: 'dismiss' }],
  ['ok, cancel that', page, { answer: 'dismiss' }],
  ['never mind', page, { answer: 'dismiss' }],
  ["don't", page, { answer: 'dismiss' }],
  ['keep the event', page, { answer: 'dismiss' }],
  ['archive it', page, 'new'],
  ['open Settings', page, 'new'],
  ['purple', page, 'unclear'],
  ['Oslo', naming, { answer: 'accept', text: 'Oslo' }],
  ['type "Oslo"', naming, { answer: 'accept', text: 'Oslo' }],
  ['Norway and Sweden', naming, { answer: 'accept', text: 'Norway and Sweden' }],
  ['cancel', naming, { answer: 'dismiss' }],
  ['yes', naming, 'unclear'],
  ['yes', { ...naming, defaultText: 'Bergen' }, { answer: 'accept', text: 'Bergen' }],
];
for (const [line, dialog, reply] of replies) {
  test(`as an answer to “${dialog.message}”${dialog.defaultText && ` with ${dialog.defaultText}`}: ${line}`, () => {
    expect(readDialogReply(line, dialog)).toEqual(reply);
  });
}

test('acts that somebody else made are not taken for the navigator’s own', async () => {
  const seen: Observation = look(BUTTONS);
  const t = new Talk(createDirectNavigator(), seen, (_act, name, talk) => {
    // A banner is answered by the session right after the click, and that had no effect.
    if (name === 'Home')
      talk.turns.push({
        index: talk.turns.length,
        speaker: 'navigator',
        type: 'action',
        action: { intent: 'click', uid: 'banner' },
        target: null,
        outcome: { status: 'no-effect', settle },
        url: '',
      });
    return changed;
  });
  expect((await t.say('open Home')).kind).toBe('report');
  expect(t.done).toEqual(['click Home']);
});
