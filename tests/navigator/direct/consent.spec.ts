/** Actions that the session refuses because the instructor did not consent. */
import { expect, test } from '@playwright/test';

import type { MissingConsent, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changedOutcome, createPage, Conversation } from './simulated-page.js';

const missingConsent: MissingConsent = {
  class: 'send',
  kind: 'send',
  what: 'send the message to Ana',
  reason: 'not-requested',
  question: 'Shall I send the message to Ana?',
};
const createRefusal = (consent: MissingConsent): Outcome => ({
  status: 'failed',
  reason: 'refused',
  detail: '',
  consent,
});

/** Starts a conversation on a page whose button is refused the given number of times. */
function startConversation(refusalCount: number, consent = missingConsent): Conversation {
  let remainingRefusals = refusalCount;
  const page = createPage([
    { role: 'textbox', name: 'Subject' },
    { role: 'button', name: 'Send' },
  ]);
  return new Conversation(createDirectNavigator(), page, (action) =>
    action.intent === 'click' && remainingRefusals-- > 0 ? createRefusal(consent) : changedOutcome,
  );
}

test('the navigator asks if consent is missing, and a yes performs the action; earlier steps are reported only once', async () => {
  const session = startConversation(1);
  expect(await session.say('type Lunch into Subject and click Send')).toEqual({
    kind: 'ask',
    text: 'Filled in Subject: Lunch. Shall I send the message to Ana?',
  });
  expect(await session.say('yes')).toEqual({ kind: 'report', text: 'Clicked the “Send” button.' });
  expect(session.actions).toEqual(['textInput Subject=Lunch', 'click Send', 'click Send']);
});

test('a no cancels the action; an instruction instead of an answer replaces the question', async () => {
  const session = startConversation(1);
  await session.say('click Send');
  expect(await session.say('no')).toEqual({
    kind: 'report',
    text: 'All right, I did not send the message to Ana.',
  });
  const secondSession = startConversation(1);
  await secondSession.say('click Send');
  await secondSession.say('press Escape');
  expect(secondSession.actions).toEqual(['click Send', 'press=Escape']);
});

test('an action that the policy forbids is reported, and the navigator does not ask', async () => {
  const session = startConversation(9, { ...missingConsent, reason: 'policy', question: null });
  expect(await session.say('click Send')).toEqual({
    kind: 'unfinished',
    text: 'I did not send the message to Ana, because this session does not allow it.',
  });
});
