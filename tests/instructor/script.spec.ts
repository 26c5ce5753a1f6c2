import { expect, test } from '@playwright/test';

import { bindScenario, parseScenario, type Scenario } from '../../src/dialogue/index.js';
import { createScriptInstructor } from '../../src/instructor/script.js';
import { fakeProbe, type FakePage } from '../dialogue/fake-probe.js';
import {
  ack,
  act,
  answer,
  ask,
  idle,
  report,
  talk,
  unfinished,
  type Fake,
  type Talk,
} from './script-talk.js';

function scenario(rest: string): Scenario {
  return bindScenario(
    parseScenario('x.scenario.yaml', `scenario: 1\nname: x\nstart: { url: "http://crm.test/" }\n${rest}`),
  );
}

const CRM: FakePage = {
  url: 'http://crm.test/booking/KL3T9Q',
  text: 'Booking KL3T9Q is cancelled. Refund 120.00',
};

function play(rest: string, navigator: Fake[], page: FakePage = CRM): Promise<Talk> {
  return talk(
    createScriptInstructor(scenario(rest), { judge: { within: 0, every: 1 } }),
    navigator,
    fakeProbe(page),
  );
}

const CANCEL = `
replies:
  - about: [surname, last name]
    say: It is Okafor.
  - about: [are you sure, confirm]
    say: Yes, go ahead.
dialogue:
  - say: Please cancel the booking KL3T9Q.
    expect:
      - asks: [surname, last name]
        times: 1
      - never_says: /error|cannot/i
    check:
      - url: "**/booking/KL3T9Q"
      - text: cancelled
  - say: What is the refund?
    expect:
      - says: "120"
`;

test.describe('a navigator that', () => {
  test('asks for what it needs and does the job passes', async () => {
    const { lines, end, checks } = await play(CANCEL, [
      act,
      ask('What is your surname?'),
      act,
      ask('Shall I confirm the cancellation?'),
      act,
      report('The booking is cancelled.'),
      answer('The refund is 120.00.'),
    ]);
    expect(lines).toEqual([
      'Please cancel the booking KL3T9Q.',
      'It is Okafor.',
      'Yes, go ahead.',
      'What is the refund?',
    ]);
    expect(end).toMatchObject({ type: 'stop' });
    expect(end).not.toHaveProperty('failed');
    expect(checks.map(({ label, pass }) => `${pass ? '+' : '-'} ${label}`)).toEqual([
      '+ line 1: the navigator asks about “surname” or “last name” once',
      '+ line 1: the navigator never says /error|cannot/i',
      '+ line 1: the address is **/booking/KL3T9Q',
      '+ line 1: the page says “cancelled”',
      '+ line 2: the navigator says “120”',
    ]);
  });

  test('asks in another order passes too', async () => {
    const { lines, end } = await play(CANCEL, [
      ask('Are you sure?'),
      ask('Your last name?'),
      report(),
      answer('120'),
    ]);
    expect(lines).toEqual([
      'Please cancel the booking KL3T9Q.',
      'Yes, go ahead.',
      'It is Okafor.',
      'What is the refund?',
    ]);
    expect(end).not.toHaveProperty('failed');
  });

  test('never asks for what it must ask fails the dialogue', async () => {
    const { lines, end } = await play(CANCEL, [act, report()]);
    expect(lines).toHaveLength(1);
    expect(end).toMatchObject({
      type: 'stop',
      failed: {
        kind: 'dialogue',
        reason: expect.stringContaining(
          'asks about “surname” or “last name” once. Expected: “surname” or “last name” once; found: asked nothing.',
        ),
      },
    });
  });

  test('asks twice for the same thing fails the dialogue', async () => {
    const { end } = await play(CANCEL, [ask('What is your surname?'), act, ask('And your last name?')]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason:
          "The navigator asked “And your last name?” again, but the scenario's reply to it was already used up.",
      },
    });
  });

  test('asks something unexpected fails the dialogue', async () => {
    const { end } = await play(CANCEL, [ask('Do you like cake?')]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason: 'The navigator asked “Do you like cake?”, and the scenario has no reply for it.',
      },
    });
  });

  test('claims to be done while the page says otherwise fails the check', async () => {
    const { end, checks, lines } = await play(
      CANCEL,
      [ask('Surname?'), report('The booking is cancelled.')],
      { url: 'http://crm.test/', text: 'Find a booking' },
    );
    expect(lines).not.toContain('What is the refund?');
    expect(end).toMatchObject({
      failed: {
        kind: 'check',
        reason:
          'A check failed: line 1: the address is **/booking/KL3T9Q. Expected: **/booking/KL3T9Q; found: http://crm.test/. 1 more failed.',
      },
    });
    expect(checks.filter(({ pass }) => !pass)).toHaveLength(2);
  });

  test('says what it must not say fails the dialogue', async () => {
    const { end } = await play(CANCEL, [ask('Surname?'), ack('I cannot find it yet.'), act, report()]);
    expect(end).toMatchObject({
      failed: { kind: 'dialogue', reason: expect.stringContaining('“I cannot find it yet.”') },
    });
  });

  test('gives up on a line that nothing judges is stuck', async () => {
    const { end } = await play('dialogue: [{ say: Cancel it. }, { say: Thanks. }]', [
      unfinished('There is no such booking.'),
    ]);
    expect(end).toMatchObject({
      failed: { kind: 'stuck', reason: 'The navigator gave up: “There is no such booking.”' },
    });
  });

  test('gives up on a line with checks fails them, with its words', async () => {
    const { end } = await play('dialogue: [{ say: Cancel it., check: [{ text: refunded }] }]', [
      unfinished('No such booking.'),
    ]);
    expect(end).toMatchObject({
      failed: {
        kind: 'check',
        reason: expect.stringMatching(/“refunded”.* The navigator gave up: “No such booking\.”$/),
      },
    });
  });

  test('gives up where that is right passes', async () => {
    const { lines, end } = await play(
      'dialogue: [{ say: Cancel X9., expect: [{ says: no such booking }] }, { say: Thanks. }]',
      [unfinished('There is no such booking.'), report('Bye.')],
    );
    expect(lines).toEqual(['Cancel X9.', 'Thanks.']);
    expect(end).not.toHaveProperty('failed');
  });
});

test.describe('replies', () => {
  test('are said as often as they may be', async () => {
    const rest = 'replies: [{ about: name, say: Okafor., times: 2 }]\ndialogue: [{ say: Go. }]';
    expect((await play(rest, [ask('Name?'), ask('Name?'), report()])).end).not.toHaveProperty('failed');
    expect((await play(rest, [ask('Name?'), ask('Name?'), ask('Name?')])).end).toMatchObject({
      failed: { kind: 'dialogue' },
    });
  });

  test('that fit the same question come one after the other', async () => {
    const { lines } = await play(
      'replies: [{ about: name, say: First. }, { about: name, say: Second. }]\ndialogue: [{ say: Go. }]',
      [ask('Name?'), ask('Name?'), report()],
    );
    expect(lines).toEqual(['Go.', 'First.', 'Second.']);
  });

  test('for everything else may be one sentence', async () => {
    const { lines, end } = await play('replies: [{ otherwise: I do not know. }]\ndialogue: [{ say: Go. }]', [
      ask('A?'),
      ask('B?'),
      report(),
    ]);
    expect(lines).toEqual(['Go.', 'I do not know.', 'I do not know.']);
    expect(end).not.toHaveProperty('failed');
  });

  test('are not used up by statements', async () => {
    const { lines } = await play('replies: [{ about: name, say: Okafor. }]\ndialogue: [{ say: Go. }]', [
      ack('I type the name.'),
      ask('Which name?'),
      report('I typed the name.'),
    ]);
    expect(lines).toEqual(['Go.', 'Okafor.']);
  });
});

test.describe('a line that waits', () => {
  const ASKED =
    'replies: [{ about: time, say: Never. }]\ndialogue: [{ say: Book it., expect: [{ asks: time }] }, { say: At noon., when: { asks: time } }]';

  test('for a question goes before the replies', async () => {
    const { lines, end, checks } = await play(ASKED, [ask('What time?'), report()]);
    expect(lines).toEqual(['Book it.', 'At noon.']);
    expect(end).not.toHaveProperty('failed');
    expect(checks).toHaveLength(1);
  });

  test('for a question that never comes was never said', async () => {
    const { end, checks } = await play(ASKED.replace(', expect: [{ asks: time }]', ''), [report()]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason: 'Line 2 was never said because the navigator never asked about “time”.',
      },
    });
    expect(checks).toEqual([
      {
        label: 'line 2 is said',
        pass: false,
        expected: 'said',
        actual: 'the navigator never asked about “time”',
      },
    ]);
  });

  test('for some actions breaks in after them', async () => {
    const rest = 'dialogue: [{ say: Go. }, { say: Stop there., when: { actions: 2 } }, { say: Thanks. }]';
    const { lines, exchange } = await play(rest, [act, act, act, report(), report()]);
    expect(lines).toEqual(['Go.', 'Stop there.', 'Thanks.']);
    expect(exchange.turns.map((turn) => (turn.type === 'action' ? 'act' : turn.text))).toEqual([
      'Go.',
      'act',
      'act',
      'Stop there.',
      'act',
      'Done.',
      'Thanks.',
      'Done.',
    ]);
  });

  test('for more actions than there are is never said', async () => {
    const { end } = await play('dialogue: [{ say: Go. }, { say: Stop., when: { actions: 2 } }]', [
      act,
      report(),
    ]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason:
          'Line 2 was never said because the navigator was done after 1 of the 2 actions that the line waits for.',
      },
    });
  });

  test('for an address breaks in when the page is there', async () => {
    let looks = 0;
    const page = { url: () => (++looks > 4 ? 'http://crm.test/pay' : 'http://crm.test/') };
    const { lines, end } = await play(
      'dialogue: [{ say: Go. }, { say: Do not pay., when: { url: "**/pay" } }]',
      [act, act, act, act, report()],
      page,
    );
    expect(lines).toEqual(['Go.', 'Do not pay.']);
    expect(end).not.toHaveProperty('failed');
  });

  test('for an element breaks in without waiting for it', async () => {
    const probe = fakeProbe({ url: 'http://crm.test/', elements: [{ role: 'status', text: 'Cancelled' }] });
    const rest =
      'dialogue: [{ say: Go. }, { say: Read it., when: { visible: { role: status, text: cancelled } } }]';
    const { lines } = await talk(createScriptInstructor(scenario(rest)), [act, report()], probe);
    expect(lines).toEqual(['Go.', 'Read it.']);
    expect(probe.asked.map(({ ms }) => ms)).toEqual([0]);
  });

  test('for the page is said after the work too', async () => {
    const { lines } = await play('dialogue: [{ say: Go. }, { say: Then., when: { url: "**/booking/*" } }]', [
      report(),
      report(),
    ]);
    expect(lines).toEqual(['Go.', 'Then.']);
  });

  test('for a page that never comes fails the check of the line before it first', async () => {
    const { end } = await play(
      'dialogue: [{ say: Go., check: [{ text: paid }] }, { say: Then., when: { url: "**/pay" } }]',
      [report()],
    );
    expect(end).toMatchObject({
      failed: {
        kind: 'check',
        reason: expect.stringMatching(
          /“paid”.*Line 2 was never said because it waits until the address is \*\*\/pay, but the page shows http:/,
        ),
      },
    });
  });

  test('judges the line before it when it breaks in', async () => {
    const { end, lines } = await play(
      'dialogue: [{ say: Go., check: [{ text: paid }] }, { say: Stop., when: { actions: 1 } }]',
      [act],
    );
    expect(lines).toEqual(['Go.']);
    expect(end).toMatchObject({ type: 'stop', failed: { kind: 'check' } });
  });
});

test('what was said before a line does not count for it', async () => {
  const { end } = await play(
    'dialogue: [{ say: A., expect: [{ says: blue }] }, { say: B., expect: [{ says: blue }] }]',
    [answer('Blue.'), answer('Red.')],
  );
  expect(end).toMatchObject({
    failed: { kind: 'dialogue', reason: expect.stringContaining('found: said “Red.”') },
  });
});

test('a navigator that only acknowledges is taken as done', async () => {
  const instructor = createScriptInstructor(scenario('dialogue: [{ say: A. }]'));
  const { signal } = new AbortController();
  await instructor.next({ turns: [] }, fakeProbe(CRM), signal);
  const turns = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'A.' },
    { index: 1, speaker: 'navigator', type: 'say', kind: 'ack', text: 'Looking.' },
    { index: 2, speaker: 'navigator', type: 'say', kind: 'ack', text: 'Still looking.' },
  ] as const;
  expect(await instructor.next({ turns }, fakeProbe(CRM), signal)).toEqual({ type: 'stop' });
  expect(await instructor.next({ turns }, fakeProbe(CRM), signal)).toEqual({ type: 'stop' });
});

test('an abort in the middle of a check leaves the script where it was', async () => {
  const instructor = createScriptInstructor(
    scenario('dialogue: [{ say: A., check: [{ text: x }] }, { say: B. }]'),
    { judge: { within: 0 } },
  );
  const { signal } = new AbortController();
  await instructor.next({ turns: [] }, fakeProbe(CRM), signal);
  const turns = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'A.' },
    { index: 1, speaker: 'navigator', type: 'say', kind: 'report', text: 'Done.' },
  ] as const;
  const stop = new AbortController();
  const hanging = fakeProbe({
    url: '',
    text: () => (stop.abort(new Error('stopped')), new Promise<string>(() => {})),
  });
  await expect(instructor.next({ turns }, hanging, stop.signal)).rejects.toThrow('stopped');
  expect(await instructor.next({ turns }, fakeProbe({ url: '', text: 'x' }), signal)).toMatchObject({
    type: 'say',
    text: 'B.',
  });
});

test.describe('a nudge', () => {
  test('comes after consecutive actions that changed nothing', async () => {
    const rest = 'replies: [{ when: { idle: 2 }, say: Use the menu. }]\ndialogue: [{ say: Go. }]';
    expect((await play(rest, [idle, act, idle, report()])).lines).toEqual(['Go.']);
    const { lines, exchange } = await play(rest, [idle, idle, act, idle, idle, report()]);
    expect(lines).toEqual(['Go.', 'Use the menu.']);
    expect(exchange.turns.findIndex((turn) => turn.type === 'say' && turn.text === 'Use the menu.')).toBe(3);
  });

  test('helps a navigator that gives up, as often as it may', async () => {
    const rest = 'replies: [{ when: { idle: 3 }, say: Use the menu. }]\ndialogue: [{ say: Go. }]';
    const helped = await play(rest, [act, unfinished('I see no way.'), act, report()]);
    expect(helped.lines).toEqual(['Go.', 'Use the menu.']);
    expect(helped.end).not.toHaveProperty('failed');
    expect((await play(rest, [unfinished('No way.'), unfinished('No way.')])).end).toMatchObject({
      failed: { kind: 'stuck', reason: 'The navigator gave up: “No way.”' },
    });
  });

  test('comes when the page shows it, and again only after it did not', async () => {
    let text = 'Loading';
    const page: FakePage = { url: 'http://crm.test/', text: () => text };
    const shows = (next: string): Fake => {
      const turn = ack(next);
      return Object.defineProperty({ ...(turn as object) }, 'text', {
        get: () => ((text = next), next),
        enumerable: true,
      }) as Fake;
    };
    const { lines } = await play(
      'replies: [{ when: { text: expired }, say: Sign in again., times: 3 }]\ndialogue: [{ say: Go. }]',
      [act, shows('It has expired'), act, act, shows('Fine'), act, shows('expired once more'), act, report()],
      page,
    );
    expect(lines).toEqual(['Go.', 'Sign in again.', 'Sign in again.']);
  });

  test('comes at an address, and when an element is visible, each when it comes about', async () => {
    const page: FakePage & { url: string } = { url: 'http://crm.test/', elements: [] };
    const then = (words: string, change: () => void): Fake =>
      Object.defineProperty({ ...(ack(words) as object) }, 'text', {
        get: () => (change(), words),
        enumerable: true,
      }) as Fake;
    const { lines, end } = await play(
      `replies:
  - { when: { url: "**/pay" }, say: Do not pay. }
  - { when: { visible: { role: alert, text: /expired/i } }, say: Sign in again. }
dialogue: [{ say: Go. }]`,
      [
        act,
        then('The cart.', () => (page.url = 'http://crm.test/pay/card')),
        act,
        then('It failed.', () => (page.elements = [{ role: 'alert', text: 'Session expired' }])),
        act,
        then('The payment.', () => (page.url = 'http://crm.test/pay')),
        act,
        report(),
      ],
      page,
    );
    expect(lines).toEqual(['Go.', 'Sign in again.', 'Do not pay.']);
    expect(end).toEqual({ type: 'stop' });
  });

  test('for actions counts from where it was said last', async () => {
    const rest = 'replies: [{ when: { actions: 2 }, say: Hurry., times: 2 }]\ndialogue: [{ say: Go. }]';
    const { exchange } = await play(rest, [act, act, act, act, act, act, act, report()]);
    expect(exchange.turns.map((turn) => (turn.type === 'action' ? 'act' : turn.text)).join(' ')).toBe(
      'Go. act act Hurry. act act Hurry. act act act Done.',
    );
  });

  test('never answers a question', async () => {
    const { end } = await play('replies: [{ when: { actions: 1 }, say: Hm. }]\ndialogue: [{ say: Go. }]', [
      ask('A?'),
    ]);
    expect(end).toMatchObject({ failed: { kind: 'dialogue' } });
  });
});

test('a line may wait until nothing comes of what is done', async () => {
  const rest = 'dialogue: [{ say: Go. }, { say: Try the menu., when: { idle: 2 } }]';
  expect((await play(rest, [idle, idle, act, report()])).lines).toEqual(['Go.', 'Try the menu.']);
  expect((await play(rest, [act, idle, act, report()])).end).toMatchObject({
    failed: {
      kind: 'dialogue',
      reason:
        'Line 2 was never said because the navigator never performed 2 consecutive actions that changed nothing.',
    },
  });
});

test('what is expected within some turns is too late after them', async () => {
  const rest =
    'dialogue: [{ say: Go., expect: [{ asks: name, within: 2 }] }]\nreplies: [{ about: name, say: X }]';
  expect((await play(rest, [act, ask('Your name?'), report()])).end).not.toHaveProperty('failed');
  const { end } = await play(rest, [act, act, ask('Your name?'), report()]);
  expect(end).toMatchObject({
    failed: {
      kind: 'dialogue',
      reason: expect.stringContaining(
        'the navigator asks about “name” within 2 turns. Expected: “name” within 2 turns; found: asked it in turn 3: “Your name?”',
      ),
    },
  });
});

test('a check that is no gate is shown and fails nothing', async () => {
  const { end, checks } = await play('dialogue: [{ say: Go., check: [{ text: nowhere, gate: false }] }]', [
    report(),
  ]);
  expect(end).not.toHaveProperty('failed');
  expect(checks).toMatchObject([{ pass: false, soft: true }]);
});

test('what comes last is judged over the whole record, each entry for itself', async () => {
  const script = scenario(
    'dialogue: [{ say: Go. }]\nfinally: [{ actions: { max: 1, never: { intent: back } } }, { url: "**/booking/*" }]',
  );
  const instructor = createScriptInstructor(script, { judge: { within: 0, every: 1 } });
  const probe = fakeProbe(CRM);
  const { exchange } = await talk(instructor, [act, act, report()], probe);
  const last = await instructor.conclude!(exchange, probe, new AbortController().signal);
  expect(last).toEqual([
    {
      label: 'finally: the actions: at most 1 action, never back',
      pass: false,
      expected: 'at most 1 action, never back',
      actual: '2 actions, back (then at http://crm.test/booking/KL3T9Q)',
    },
    expect.objectContaining({ label: 'finally: the address is **/booking/*', pass: true }),
  ]);
});
