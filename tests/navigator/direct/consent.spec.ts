/** Actions that the session refuses because the instructor has not consented to them. */
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

/** Starts a conversation on a page with a “Send” button. Clicks on it are refused the given number of times. */
function startConversation(refusalCount: number, consent = missingConsent): Conversation {
  let remainingRefusals = refusalCount;
  const observation = createPage([
    { role: 'textbox', name: 'Subject' },
    { role: 'button', name: 'Send' },
  ]);
  return new Conversation(createDirectNavigator(), observation, (action) =>
    action.intent === 'click' && remainingRefusals-- > 0 ? createRefusal(consent) : changedOutcome,
  );
}

test('if consent is missing, the navigator asks, and after a yes it performs the action without reporting earlier steps again', async () => {
  const conversation = startConversation(1);
  expect(await conversation.say('type Lunch into Subject and click Send')).toEqual({
    kind: 'ask',
    text: 'Filled in Subject: Lunch. Shall I send the message to Ana?',
  });
  expect(await conversation.say('yes')).toEqual({ kind: 'report', text: 'Clicked the “Send” button.' });
  expect(conversation.actions).toEqual(['textInput Subject=Lunch', 'click Send', 'click Send']);
});

test('a no cancels the action, and so does a new instruction instead of an answer', async () => {
  const conversation = startConversation(1);
  await conversation.say('click Send');
  expect(await conversation.say('no')).toEqual({
    kind: 'report',
    text: 'All right, I did not send the message to Ana.',
  });
  const secondConversation = startConversation(1);
  await secondConversation.say('click Send');
  await secondConversation.say('press Escape');
  expect(secondConversation.actions).toEqual(['click Send', 'press=Escape']);
});

test('if the policy forbids an action, the navigator reports that and does not ask', async () => {
  const conversation = startConversation(9, { ...missingConsent, reason: 'policy', question: null });
  expect(await conversation.say('click Send')).toEqual({
    kind: 'unfinished',
    text: 'I did not send the message to Ana, because this session does not allow it.',
  });
});
