import { expect, test } from '@playwright/test';

import { bindScenario, parseScenario, type Scenario } from '../../src/dialogue/index.js';
import { createScriptInstructor } from '../../src/instructor/script.js';
import { createFakeProbe, type FakePage } from '../dialogue/fake-probe.js';
import {
  ack,
  effectiveAction,
  answer,
  ask,
  idleAction,
  report,
  runConversation,
  unfinished,
  type NavigatorTurn,
  type Conversation,
} from './conversation.js';

function createScenario(yaml: string): Scenario {
  return bindScenario(
    parseScenario('x.scenario.yaml', `scenario: 1\nname: x\nstart: { url: "http://crm.test/" }\n${yaml}`),
  );
}

const BOOKING_PAGE: FakePage = {
  url: 'http://crm.test/booking/KL3T9Q',
  text: 'Booking KL3T9Q is cancelled. Refund 120.00',
};

function playScript(
  yaml: string,
  navigatorTurns: NavigatorTurn[],
  page: FakePage = BOOKING_PAGE,
): Promise<Conversation> {
  return runConversation(
    createScriptInstructor(createScenario(yaml), { judge: { timeoutMs: 0, intervalMs: 1 } }),
    navigatorTurns,
    createFakeProbe(page),
  );
}

const CANCEL_BOOKING = `
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

test.describe('the script', () => {
  test('passes if the navigator asks its questions and completes the task', async () => {
    const { lines, end, checks } = await playScript(CANCEL_BOOKING, [
      effectiveAction,
      ask('What is your surname?'),
      effectiveAction,
      ask('Shall I confirm the cancellation?'),
      effectiveAction,
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

  test('passes if the navigator asks its questions in another order', async () => {
    const { lines, end } = await playScript(CANCEL_BOOKING, [
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

  test('fails the dialogue if the navigator does not ask an expected question', async () => {
    const { lines, end } = await playScript(CANCEL_BOOKING, [effectiveAction, report()]);
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

  test('fails the dialogue if the navigator asks the same question twice', async () => {
    const { end } = await playScript(CANCEL_BOOKING, [
      ask('What is your surname?'),
      effectiveAction,
      ask('And your last name?'),
    ]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason:
          "The navigator asked “And your last name?” again, but the scenario's reply to it was already used up.",
      },
    });
  });

  test('fails the dialogue if the navigator asks an unexpected question', async () => {
    const { end } = await playScript(CANCEL_BOOKING, [ask('Do you like cake?')]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason: 'The navigator asked “Do you like cake?”, and the scenario has no reply for it.',
      },
    });
  });

  test('fails the check if the navigator reports success but the page does not show it', async () => {
    const { end, checks, lines } = await playScript(
      CANCEL_BOOKING,
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

  test('fails the dialogue if the navigator says forbidden text', async () => {
    const { end } = await playScript(CANCEL_BOOKING, [
      ask('Surname?'),
      ack('I cannot find it yet.'),
      effectiveAction,
      report(),
    ]);
    expect(end).toMatchObject({
      failed: { kind: 'dialogue', reason: expect.stringContaining('“I cannot find it yet.”') },
    });
  });

  test('ends as stuck if the navigator gives up on a line without checks', async () => {
    const { end } = await playScript('dialogue: [{ say: Cancel it. }, { say: Thanks. }]', [
      unfinished('There is no such booking.'),
    ]);
    expect(end).toMatchObject({
      failed: { kind: 'stuck', reason: 'The navigator gave up: “There is no such booking.”' },
    });
  });

  test('fails the checks of a line if the navigator gives up, and quotes its message', async () => {
    const { end } = await playScript('dialogue: [{ say: Cancel it., check: [{ text: refunded }] }]', [
      unfinished('No such booking.'),
    ]);
    expect(end).toMatchObject({
      failed: {
        kind: 'check',
        reason: expect.stringMatching(/“refunded”.* The navigator gave up: “No such booking\.”$/),
      },
    });
  });

  test('passes if the navigator gives up and that is expected', async () => {
    const { lines, end } = await playScript(
      'dialogue: [{ say: Cancel X9., expect: [{ says: no such booking }] }, { say: Thanks. }]',
      [unfinished('There is no such booking.'), report('Bye.')],
    );
    expect(lines).toEqual(['Cancel X9.', 'Thanks.']);
    expect(end).not.toHaveProperty('failed');
  });
});

test.describe('replies', () => {
  test('are given at most `times` times', async () => {
    const yaml = 'replies: [{ about: name, say: Okafor., times: 2 }]\ndialogue: [{ say: Go. }]';
    expect((await playScript(yaml, [ask('Name?'), ask('Name?'), report()])).end).not.toHaveProperty('failed');
    expect((await playScript(yaml, [ask('Name?'), ask('Name?'), ask('Name?')])).end).toMatchObject({
      failed: { kind: 'dialogue' },
    });
  });

  test('to the same question are given in order', async () => {
    const { lines } = await playScript(
      'replies: [{ about: name, say: First. }, { about: name, say: Second. }]\ndialogue: [{ say: Go. }]',
      [ask('Name?'), ask('Name?'), report()],
    );
    expect(lines).toEqual(['Go.', 'First.', 'Second.']);
  });

  test('can include a fallback for all other questions', async () => {
    const { lines, end } = await playScript(
      'replies: [{ otherwise: I do not know. }]\ndialogue: [{ say: Go. }]',
      [ask('A?'), ask('B?'), report()],
    );
    expect(lines).toEqual(['Go.', 'I do not know.', 'I do not know.']);
    expect(end).not.toHaveProperty('failed');
  });

  test('are not used up by statements', async () => {
    const { lines } = await playScript('replies: [{ about: name, say: Okafor. }]\ndialogue: [{ say: Go. }]', [
      ack('I type the name.'),
      ask('Which name?'),
      report('I typed the name.'),
    ]);
    expect(lines).toEqual(['Go.', 'Okafor.']);
  });
});

test.describe('a line that waits for', () => {
  const LINE_AFTER_QUESTION =
    'replies: [{ about: time, say: Never. }]\ndialogue: [{ say: Book it., expect: [{ asks: time }] }, { say: At noon., when: { asks: time } }]';

  test('a question takes precedence over the replies', async () => {
    const { lines, end, checks } = await playScript(LINE_AFTER_QUESTION, [ask('What time?'), report()]);
    expect(lines).toEqual(['Book it.', 'At noon.']);
    expect(end).not.toHaveProperty('failed');
    expect(checks).toHaveLength(1);
  });

  test('a question that is never asked is reported as never said', async () => {
    const { end, checks } = await playScript(LINE_AFTER_QUESTION.replace(', expect: [{ asks: time }]', ''), [
      report(),
    ]);
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

  test('a number of actions interrupts after them', async () => {
    const yaml = 'dialogue: [{ say: Go. }, { say: Stop there., when: { actions: 2 } }, { say: Thanks. }]';
    const { lines, exchange } = await playScript(yaml, [
      effectiveAction,
      effectiveAction,
      effectiveAction,
      report(),
      report(),
    ]);
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

  test('more actions than the navigator performs is reported as never said', async () => {
    const { end } = await playScript('dialogue: [{ say: Go. }, { say: Stop., when: { actions: 2 } }]', [
      effectiveAction,
      report(),
    ]);
    expect(end).toMatchObject({
      failed: {
        kind: 'dialogue',
        reason:
          'Line 2 was never said because the line waits for 2 actions, and the navigator was done after 1.',
      },
    });
  });

  test('an address interrupts when that address is opened', async () => {
    let urlReadCount = 0;
    const page = { url: () => (++urlReadCount > 4 ? 'http://crm.test/pay' : 'http://crm.test/') };
    const { lines, end } = await playScript(
      'dialogue: [{ say: Go. }, { say: Do not pay., when: { url: "**/pay" } }]',
      [effectiveAction, effectiveAction, effectiveAction, effectiveAction, report()],
      page,
    );
    expect(lines).toEqual(['Go.', 'Do not pay.']);
    expect(end).not.toHaveProperty('failed');
  });

  test('an element interrupts if the element is visible at once', async () => {
    const probe = createFakeProbe({
      url: 'http://crm.test/',
      elements: [{ role: 'status', text: 'Cancelled' }],
    });
    const yaml =
      'dialogue: [{ say: Go. }, { say: Read it., when: { visible: { role: status, text: cancelled } } }]';
    const { lines } = await runConversation(
      createScriptInstructor(createScenario(yaml)),
      [effectiveAction, report()],
      probe,
    );
    expect(lines).toEqual(['Go.', 'Read it.']);
    expect(probe.waitCalls.map(({ ms }) => ms)).toEqual([0]);
  });

  test('an address is also said after the report', async () => {
    const { lines } = await playScript(
      'dialogue: [{ say: Go. }, { say: Then., when: { url: "**/booking/*" } }]',
      [report(), report()],
    );
    expect(lines).toEqual(['Go.', 'Then.']);
  });

  test('an address that is never reached is reported after the checks of the previous line have failed', async () => {
    const { end } = await playScript(
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

  test('an action is said only after the checks of the previous line', async () => {
    const { end, lines } = await playScript(
      'dialogue: [{ say: Go., check: [{ text: paid }] }, { say: Stop., when: { actions: 1 } }]',
      [effectiveAction],
    );
    expect(lines).toEqual(['Go.']);
    expect(end).toMatchObject({ type: 'stop', failed: { kind: 'check' } });
  });
});

test('an expectation ignores messages that came before its line', async () => {
  const { end } = await playScript(
    'dialogue: [{ say: A., expect: [{ says: blue }] }, { say: B., expect: [{ says: blue }] }]',
    [answer('Blue.'), answer('Red.')],
  );
  expect(end).toMatchObject({
    failed: { kind: 'dialogue', reason: expect.stringContaining('found: said “Red.”') },
  });
});

test('a line is completed by acknowledgements even without a report', async () => {
  const instructor = createScriptInstructor(createScenario('dialogue: [{ say: A. }]'));
  const { signal } = new AbortController();
  await instructor.next({ turns: [] }, createFakeProbe(BOOKING_PAGE), signal);
  const turns = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'A.' },
    { index: 1, speaker: 'navigator', type: 'say', kind: 'ack', text: 'Looking.' },
    { index: 2, speaker: 'navigator', type: 'say', kind: 'ack', text: 'Still looking.' },
  ] as const;
  expect(await instructor.next({ turns }, createFakeProbe(BOOKING_PAGE), signal)).toEqual({ type: 'stop' });
  expect(await instructor.next({ turns }, createFakeProbe(BOOKING_PAGE), signal)).toEqual({ type: 'stop' });
});

test('an abort during a check does not advance the script', async () => {
  const instructor = createScriptInstructor(
    createScenario('dialogue: [{ say: A., check: [{ text: x }] }, { say: B. }]'),
    { judge: { timeoutMs: 0 } },
  );
  const { signal } = new AbortController();
  await instructor.next({ turns: [] }, createFakeProbe(BOOKING_PAGE), signal);
  const turns = [
    { index: 0, speaker: 'instructor', type: 'say', text: 'A.' },
    { index: 1, speaker: 'navigator', type: 'say', kind: 'report', text: 'Done.' },
  ] as const;
  const controller = new AbortController();
  const hangingProbe = createFakeProbe({
    url: '',
    text: () => (controller.abort(new Error('stopped')), new Promise<string>(() => {})),
  });
  await expect(instructor.next({ turns }, hangingProbe, controller.signal)).rejects.toThrow('stopped');
  expect(await instructor.next({ turns }, createFakeProbe({ url: '', text: 'x' }), signal)).toMatchObject({
    type: 'say',
    text: 'B.',
  });
});

test.describe('a reply with a trigger', () => {
  test('is said after consecutive actions without effect', async () => {
    const yaml = 'replies: [{ when: { idle: 2 }, say: Use the menu. }]\ndialogue: [{ say: Go. }]';
    expect((await playScript(yaml, [idleAction, effectiveAction, idleAction, report()])).lines).toEqual([
      'Go.',
    ]);
    const { lines, exchange } = await playScript(yaml, [
      idleAction,
      idleAction,
      effectiveAction,
      idleAction,
      idleAction,
      report(),
    ]);
    expect(lines).toEqual(['Go.', 'Use the menu.']);
    expect(exchange.turns.findIndex((turn) => turn.type === 'say' && turn.text === 'Use the menu.')).toBe(3);
  });

  test('is also said if the navigator gives up, but at most `times` times', async () => {
    const yaml = 'replies: [{ when: { idle: 3 }, say: Use the menu. }]\ndialogue: [{ say: Go. }]';
    const hintedConversation = await playScript(yaml, [
      effectiveAction,
      unfinished('I see no way.'),
      effectiveAction,
      report(),
    ]);
    expect(hintedConversation.lines).toEqual(['Go.', 'Use the menu.']);
    expect(hintedConversation.end).not.toHaveProperty('failed');
    expect((await playScript(yaml, [unfinished('No way.'), unfinished('No way.')])).end).toMatchObject({
      failed: { kind: 'stuck', reason: 'The navigator gave up: “No way.”' },
    });
  });

  test('is said when the page shows a text, and is repeated only after the text has disappeared and appeared again', async () => {
    let text = 'Loading';
    const page: FakePage = { url: 'http://crm.test/', text: () => text };
    const createAckThatShowsText = (next: string): NavigatorTurn => {
      const turn = ack(next);
      return Object.defineProperty({ ...(turn as object) }, 'text', {
        get: () => ((text = next), next),
        enumerable: true,
      }) as NavigatorTurn;
    };
    const { lines } = await playScript(
      'replies: [{ when: { text: expired }, say: Sign in again., times: 3 }]\ndialogue: [{ say: Go. }]',
      [
        effectiveAction,
        createAckThatShowsText('It has expired'),
        effectiveAction,
        effectiveAction,
        createAckThatShowsText('Fine'),
        effectiveAction,
        createAckThatShowsText('expired once more'),
        effectiveAction,
        report(),
      ],
      page,
    );
    expect(lines).toEqual(['Go.', 'Sign in again.', 'Sign in again.']);
  });

  test('is said when the page reaches an address or shows an element', async () => {
    const page: FakePage & { url: string } = { url: 'http://crm.test/', elements: [] };
    const createAckThatChangesPage = (message: string, change: () => void): NavigatorTurn =>
      Object.defineProperty({ ...(ack(message) as object) }, 'text', {
        get: () => (change(), message),
        enumerable: true,
      }) as NavigatorTurn;
    const { lines, end } = await playScript(
      `replies:
  - { when: { url: "**/pay" }, say: Do not pay. }
  - { when: { visible: { role: alert, text: /expired/i } }, say: Sign in again. }
dialogue: [{ say: Go. }]`,
      [
        effectiveAction,
        createAckThatChangesPage('The cart.', () => (page.url = 'http://crm.test/pay/card')),
        effectiveAction,
        createAckThatChangesPage(
          'It failed.',
          () => (page.elements = [{ role: 'alert', text: 'Session expired' }]),
        ),
        effectiveAction,
        createAckThatChangesPage('The payment.', () => (page.url = 'http://crm.test/pay')),
        effectiveAction,
        report(),
      ],
      page,
    );
    expect(lines).toEqual(['Go.', 'Sign in again.', 'Do not pay.']);
    expect(end).toEqual({ type: 'stop' });
  });

  test('counts actions from its last use', async () => {
    const yaml = 'replies: [{ when: { actions: 2 }, say: Hurry., times: 2 }]\ndialogue: [{ say: Go. }]';
    const { exchange } = await playScript(yaml, [
      effectiveAction,
      effectiveAction,
      effectiveAction,
      effectiveAction,
      effectiveAction,
      effectiveAction,
      effectiveAction,
      report(),
    ]);
    expect(exchange.turns.map((turn) => (turn.type === 'action' ? 'act' : turn.text)).join(' ')).toBe(
      'Go. act act Hurry. act act Hurry. act act act Done.',
    );
  });

  test('does not answer a question', async () => {
    const { end } = await playScript(
      'replies: [{ when: { actions: 1 }, say: Hm. }]\ndialogue: [{ say: Go. }]',
      [ask('A?')],
    );
    expect(end).toMatchObject({ failed: { kind: 'dialogue' } });
  });
});

test('a line can wait for consecutive actions without effect', async () => {
  const yaml = 'dialogue: [{ say: Go. }, { say: Try the menu., when: { idle: 2 } }]';
  expect((await playScript(yaml, [idleAction, idleAction, effectiveAction, report()])).lines).toEqual([
    'Go.',
    'Try the menu.',
  ]);
  expect(
    (await playScript(yaml, [effectiveAction, idleAction, effectiveAction, report()])).end,
  ).toMatchObject({
    failed: {
      kind: 'dialogue',
      reason:
        'Line 2 was never said because the navigator never performed 2 consecutive actions that changed nothing.',
    },
  });
});

test('an expectation with `within` fails if it is met too late', async () => {
  const yaml =
    'dialogue: [{ say: Go., expect: [{ asks: name, within: 2 }] }]\nreplies: [{ about: name, say: X }]';
  expect((await playScript(yaml, [effectiveAction, ask('Your name?'), report()])).end).not.toHaveProperty(
    'failed',
  );
  const { end } = await playScript(yaml, [effectiveAction, effectiveAction, ask('Your name?'), report()]);
  expect(end).toMatchObject({
    failed: {
      kind: 'dialogue',
      reason: expect.stringContaining(
        'the navigator asks about “name” within 2 turns. Expected: “name” within 2 turns; found: asked it in turn 3: “Your name?”',
      ),
    },
  });
});

test('a failed check with `gate: false` is recorded but does not fail the run', async () => {
  const { end, checks } = await playScript(
    'dialogue: [{ say: Go., check: [{ text: nowhere, gate: false }] }]',
    [report()],
  );
  expect(end).not.toHaveProperty('failed');
  expect(checks).toMatchObject([{ pass: false, soft: true }]);
});

test('the `finally` checks examine the whole session and give one result per entry', async () => {
  const script = createScenario(
    'dialogue: [{ say: Go. }]\nfinally: [{ actions: { max: 1, never: { intent: back } } }, { url: "**/booking/*" }]',
  );
  const instructor = createScriptInstructor(script, { judge: { timeoutMs: 0, intervalMs: 1 } });
  const probe = createFakeProbe(BOOKING_PAGE);
  const { exchange } = await runConversation(instructor, [effectiveAction, effectiveAction, report()], probe);
  const finalChecks = await instructor.conclude!(exchange, probe, new AbortController().signal);
  expect(finalChecks).toEqual([
    {
      definition: { actions: { max: 1, never: [{ intent: 'back' }] } },
      label: 'finally: the actions: at most 1 action, never back',
      pass: false,
      expected: 'at most 1 action, never back',
      actual: '2 actions, back (then at http://crm.test/booking/KL3T9Q)',
    },
    expect.objectContaining({ label: 'finally: the address is **/booking/*', pass: true }),
  ]);
});
