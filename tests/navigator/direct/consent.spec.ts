/** Acts that the session refused because nobody said yes to them. */
import { expect, test } from '@playwright/test';

import type { MissingConsent, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changed, look, Talk } from './page.js';

const missing: MissingConsent = {
  class: 'send',
  kind: 'send',
  what: 'send the message to Ana',
  reason: 'not-requested',
  question: 'Shall I send the message to Ana?',
};
const refused = (consent: MissingConsent): Outcome => ({
  status: 'failed',
  reason: 'refused',
  detail: '',
  consent,
});

/** A page whose button is refused as often as it is said. */
function talk(times: number, consent = missing): Talk {
  let left = times;
  const page = look([
    { role: 'textbox', name: 'Subject' },
    { role: 'button', name: 'Send' },
  ]);
  return new Talk(createDirectNavigator(), page, (act) =>
    act.intent === 'click' && left-- > 0 ? refused(consent) : changed,
  );
}

test('a missing consent is asked for; yes does the act, and what came before it is told once', async () => {
  const session = talk(1);
  expect(await session.say('type Lunch into Subject and click Send')).toEqual({
    kind: 'ask',
    text: 'Typed “Lunch” into the “Subject” field. Shall I send the message to Ana?',
  });
  expect(await session.say('yes')).toEqual({ kind: 'report', text: 'Clicked “Send”.' });
  expect(session.done).toEqual(['textInput Subject=Lunch', 'click Send', 'click Send']);
});

test('no leaves it; another order is another order', async () => {
  const session = talk(1);
  await session.say('click Send');
  expect(await session.say('no')).toEqual({
    kind: 'report',
    text: 'All right, I did not send the message to Ana.',
  });
  const other = talk(1);
  await other.say('click Send');
  await other.say('press Escape');
  expect(other.done).toEqual(['click Send', 'press=Escape']);
});

test('what no answer would allow is reported, and not asked about', async () => {
  const session = talk(9, { ...missing, reason: 'policy', question: null });
  expect(await session.say('click Send')).toEqual({
    kind: 'unfinished',
    text: 'I did not send the message to Ana, because this session does not allow it.',
  });
});
