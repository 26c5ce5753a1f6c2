import { expect, test } from '@playwright/test';

import { bindScenario, parseScenario } from '../../src/dialogue/index.js';
import { createFileName, createScenario, formatScenario } from '../../src/save/index.js';
import { SessionBuilder } from './events.js';

/** Returns the scenario's text and asserts that it is valid. */
function saveScenario(session: SessionBuilder): string {
  const text = formatScenario(createScenario(session.events));
  parseScenario('saved.scenario.yaml', text, { builtins: ['FIXTURES'] });
  return text;
}

/** Returns the text from the first line that begins with `start`. */
const sliceFrom = (text: string, start: string): string => text.slice(text.indexOf(`\n${start}`) + 1);

test('a conversation becomes lines, a reply matched by its subject, and checks of the observed outcome', () => {
  const session = new SessionBuilder()
    .line('Open the rain jacket.')
    .clicksTo('https://shop.test/p/rain-jacket', { attributes: { href: '/p/rain-jacket' } })
    .says('report', 'Opened “Rain jacket”; the page is now “Rain jacket – Shop”.')
    .line('Put it in the basket.')
    .says(
      'ask',
      'The page says “Choose a size”. What should I choose in the “Size” list?',
      'Put it in the basket',
    )
    .line('L')
    .acts({ intent: 'change', uid: 's', value: 'L' }, [{ type: 'value', from: '', to: 'L' }], {
      role: 'combobox',
      name: 'Size',
    })
    .clicksTo('https://shop.test/p/rain-jacket')
    .says(
      'report',
      'Clicked “Add”; the page says “Rain jacket was added”; the page is now “Rain jacket – Shop”.',
    )
    .line('How much is it?')
    .says('answer', 'Rain jacket: £129.00.')
    .line('Set the quantity to 2.')
    .types('2', 'Quantity')
    .says('report', 'Set “Quantity” to “2”.');
  expect(saveScenario(session)).toBe(`# Saved from a conversation of 25 November 2026.
scenario: 1
name: Open the rain jacket, then set the quantity to 2
start:
  url: https://shop.test/
replies:
  - about: size
    say: L
dialogue:
  - say: Open the rain jacket.
    check:
      - url: "**/p/rain-jacket"
  - say: Put it in the basket.
    check:
      - text: Rain jacket was added
  - say: How much is it?
    expect:
      - says: £129.00
  - say: Set the quantity to 2.
    check:
      - element: { role: textbox, name: Quantity, value: "2" }
`);
});

test('lines that changed nothing, were not completed or were undone are omitted', () => {
  const session = new SessionBuilder()
    .line('Flibber the wotsit.')
    .says('ask', 'I am not sure what to do with “Flibber the wotsit”.')
    .line('Open the shed.')
    .says('unfinished', 'I can’t find a shed here.')
    .line('Type Oslo into City.')
    .types('Oslo', 'City')
    .says('report', 'Typed it.')
    .note('Took back: type “Oslo”.', [5])
    .line('Open Basket.')
    .clicksTo('https://shop.test/basket', { attributes: { href: '/basket' } })
    .says('report', 'Opened it.')
    .line('Thanks, and now');
  const text = saveScenario(session);
  expect(text.split('\n')[1]).toBe(
    '# Left out: “Flibber the wotsit.” (not understood), “Open the shed.” (not possible), “Type Oslo into City.”',
  );
  expect(text).toContain('# (taken back), “Thanks, and now” (not finished).');
  expect(sliceFrom(text, 'dialogue:')).toBe(`dialogue:
  - say: Open Basket.
    check:
      - url: "**/basket"
`);
});

test('a partly completed line is kept, and `when` says at which point the instructor said the next line', () => {
  const askedSession = new SessionBuilder()
    .line('Open the basket and flibber it.')
    .clicksTo('https://shop.test/basket')
    .says('ask', 'Do you mean the “Flip” button or the “Flit” link?')
    .line('What is the total?')
    .says('answer', 'The total is 12.50 €.');
  expect(sliceFrom(saveScenario(askedSession), 'dialogue:')).toBe(`dialogue:
  # The navigator completed only part of this line.
  - say: Open the basket and flibber it.
    check:
      - url: "**/basket"
  - say: What is the total?
    when: { asks: { all: [Flip, Flit] } }
    expect:
      - says: 12.50 €
`);
  const stoppedSession = new SessionBuilder()
    .line('Tick all.')
    .acts({ intent: 'click', uid: 'a' }, [{ type: 'state', name: 'checked', to: 'true' }], {
      role: 'checkbox',
      name: 'A',
    })
    .acts({ intent: 'click', uid: 'b' }, [{ type: 'state', name: 'checked', to: 'true' }], {
      role: 'checkbox',
      name: 'B',
    })
    .note('Stopped. Last finished action: tick “B”.')
    .line('Enough. Untick B.')
    .acts({ intent: 'click', uid: 'b' }, [{ type: 'state', name: 'checked', to: 'false' }], {
      role: 'checkbox',
      name: 'B',
    })
    .says('report', 'Unticked “B”.');
  expect(sliceFrom(saveScenario(stoppedSession), 'dialogue:')).toContain(`  - say: Enough. Untick B.
    when: { actions: 2 }
    check:
      - element: { role: checkbox, name: B, state: unchecked }
`);
});

test('a line that was repeated with /retry or partly undone has a comment', () => {
  const session = new SessionBuilder()
    .line('Open the lamp.')
    .clicksTo('https://shop.test/l1', { attributes: { href: '/l1' } })
    .says('report', 'Opened it.')
    .acts({ intent: 'back' }, [{ type: 'navigated', url: 'https://shop.test/', status: 200 }])
    .note('Again, without the link “Lamp 1”.', [1, 3], 'link “Lamp 1”')
    .line('Open the lamp.')
    .clicksTo('https://shop.test/l2', { attributes: { href: '/l2' } })
    .says('report', 'Opened it.')
    .line('Tick A and save.')
    .acts({ intent: 'click', uid: 'a' }, [{ type: 'state', name: 'checked', to: 'true' }], {
      role: 'checkbox',
      name: 'A',
    })
    .acts({ intent: 'click', uid: 's' }, [{ type: 'dom', mutations: 1 }])
    .says('report', 'Saved.')
    .acts({ intent: 'change', uid: 'a', value: 'false' }, [{ type: 'state', name: 'checked', to: 'false' }])
    .note('Took back: tick A. Not taken back: click “Save”.', [8, 11]);
  expect(sliceFrom(saveScenario(session), 'dialogue:')).toBe(`dialogue:
  # Repeated in the session with /retry, without the link “Lamp 1”.
  - say: Open the lamp.
    check:
      - url: "**/l2"
  # Only part of this line could be taken back; the next lines may need different wording.
  - say: Tick A and save.
`);
});

test('a line that the navigator gave up on gets a check of its URL, so that the run continues', () => {
  const session = new SessionBuilder()
    .line('Tick “New” and fly.')
    .acts({ intent: 'click', uid: 'a' }, [{ type: 'state', name: 'checked', to: 'true' }], {
      role: 'checkbox',
      name: 'New',
    })
    .says('unfinished', 'I can’t fly here.');
  expect(sliceFrom(saveScenario(session), 'dialogue:')).toContain(
    'check:\n      - url: https://shop.test/\n',
  );
});

test('replies distinguish questions by subject; the same question with the same answer has a count', () => {
  const ask = (session: SessionBuilder, question: string, reply: string): SessionBuilder =>
    session.says('ask', question).line(reply).types(reply, question);
  const session = new SessionBuilder().line('Book a table.');
  ask(session, 'What should I enter in the “Title” field?', 'Dinner');
  ask(session, 'Which room do you want?', 'The blue one');
  ask(session, 'Which day do you want?', 'Friday');
  ask(session, 'Shall I delete “Lunch”?', 'Yes');
  ask(session, 'Shall I delete “Tea”?', 'No');
  ask(session, 'What is your phone number?', '12');
  ask(session, 'What is your phone number?', '555 1234');
  ask(session, 'Are you sure?', 'Yes');
  ask(session, 'Are you sure?', 'Yes');
  session.says('report', 'Booked.');
  expect(sliceFrom(saveScenario(session), 'replies:')).toContain(`replies:
  - about: [title, name, subject]
    say: Dinner
  - about: room
    say: The blue one
  - about: day
    say: Friday
  - about: { all: [delete, Lunch] }
    say: Yes
  - about: { all: [delete, Tea] }
    say: No
  - about: { all: [phone, number] }
    say: "12"
  - about: { all: [phone, number] }
    say: 555 1234
  - about: sure
    say: Yes
    times: 2
dialogue:
`);
});

test('the session’s date and later dates become variables; earlier dates, and dates under a fixed clock, are kept', () => {
  const addDates = (session: SessionBuilder): SessionBuilder =>
    session
      .line('Book from Friday 27 November 2026 to 2026-12-02, as on 3 May 2026.')
      .clicksTo('https://shop.test/done')
      .says('report', 'Done.')
      .line('When do I leave?')
      .says('answer', 'On 27 Nov 2026.');
  const text = saveScenario(addDates(new SessionBuilder()));
  expect(text).toContain(`vars:
  in_2_days: { date: +2d, format: EEEE d MMMM yyyy } # Friday 27 November 2026 in the session
  in_7_days: { date: +7d } # 2026-12-02 in the session
  in_2_days_v2: { date: +2d, format: d MMM yyyy } # 27 Nov 2026 in the session
`);
  expect(text).toContain('- say: Book from {{in_2_days}} to {{in_7_days}}, as on 3 May 2026.');
  expect(text).toContain('- says: "{{in_2_days_v2}}"');
  const laterScenario = bindScenario(
    parseScenario('a.scenario.yaml', text, { today: new Date(2026, 11, 30) }),
  );
  expect(laterScenario.dialogue[0]?.say).toBe(
    'Book from Friday 1 January 2027 to 2027-01-06, as on 3 May 2026.',
  );
  const fixedClockText = saveScenario(
    addDates(new SessionBuilder({ start: { clock: '2026-11-25T09:00:00.000Z' } })),
  );
  expect(fixedClockText).toContain('Book from Friday 27 November 2026 to 2026-12-02');
  expect(fixedClockText).toContain('clock: 2026-11-25T09:00:00.000Z');
});

test('an expectation looks for the fact in an answer', () => {
  const rows: [question: string, answer: string, fact: string][] = [
    ['How tall is it?', 'It is 46 m tall.', '46 m'],
    ['What does it cost?', 'Windrow jacket: £129.00.', '£129.00'],
    [
      'When is it?',
      'Date: Friday 6 November 2026, Time: 16:00 – 16:45.',
      '{ all: [6 November 2026, "16:00"] }',
    ],
    ['What is the status of order 48204?', 'The Status of “48204” is On its way.', 'On its way'],
    ['Who is it from?', 'From Clemence Roux.', 'Clemence Roux'],
    [
      'What is the title?',
      'The title of this page is “Harbour map – Pigeonhole”.',
      'Harbour map – Pigeonhole',
    ],
    ['How many are there?', 'There are 12.', '"12"'],
  ];
  for (const [question, answer, fact] of rows) {
    const text = saveScenario(new SessionBuilder().line(question).says('answer', answer));
    expect.soft(text, answer).toContain(`      - says: ${fact}\n`);
    expect.soft(text, answer).not.toContain('Weak');
  }
});

test('a number that the site generated becomes a pattern, unless it occurred in a link or in the instructor’s words', () => {
  const session = new SessionBuilder()
    .line('Open order 48204.')
    .clicksTo('https://shop.test/orders/48204', { attributes: { href: '/orders/48204' } })
    .says('report', 'Opened it.')
    .line('Order it again.')
    .clicksTo('https://shop.test/orders/48213')
    .says('report', 'The page says “Order 48213 replaces 48204”.');
  const text = saveScenario(session);
  expect(text).toContain('url: "**/orders/48204"');
  expect(text).toContain('url: "**/orders/*"');
  expect(text).toContain(String.raw`text: /Order \d+ replaces 48204/`);
});

test('secrets are replaced by their names, even a password in the first line', () => {
  const session = new SessionBuilder({ url: 'https://login.test/' })
    .line('Use robin as the user name and heather-7 as the password, and log in.')
    .types('robin', 'User name', {}, 'use robin as the user name')
    .types(
      '<PASSWORD>',
      'Password',
      { type: 'password' },
      'use robin as the user name and <PASSWORD> as the password',
    )
    .says('report', 'Typed it.')
    .line('Type <API_TOKEN> into Token, then heather-7 into Again.')
    .types('<API_TOKEN>', 'Token')
    .says('report', 'Typed it.');
  const text = saveScenario(session);
  expect(text).not.toContain('heather-7');
  expect(text).toContain('# Set PARLEY_SECRET_PASSWORD and PARLEY_SECRET_API_TOKEN before you run it.');
  expect(text).toContain('secrets: [PASSWORD, API_TOKEN]');
  expect(text).toContain('{{secret.PASSWORD}} as the password, and log in.');
  expect(text).toContain('Type {{secret.API_TOKEN}} into Token, then {{secret.PASSWORD}} into Again.');
  const omittedLineSession = new SessionBuilder({ url: 'https://login.test/' })
    .line('Log in as robin, password heather-7.')
    .says('ask', 'I am not sure what to do.')
    .line('Open Help.')
    .clicksTo('https://login.test/help')
    .says('report', 'Opened it.');
  expect(saveScenario(omittedLineSession)).toContain('# Left out: a line with a password (not understood).');
  const unknownSecretSession = new SessionBuilder()
    .line('Log me in as usual.')
    .types('<PASSWORD>', 'Password', { type: 'password' })
    .says('report', 'Done.');
  expect(saveScenario(unknownSecretSession)).toContain('# A line may still contain a password');
});

test('`start` contains the settings and the first page; pages opened by the instructor become lines', () => {
  const session = new SessionBuilder({
    url: '',
    start: {
      viewport: { width: 800, height: 600 },
      storage: '../state.json',
      locale: 'en-GB',
      fromBrowser: true,
    },
  })
    .page('https://shop.test/sale')
    .line('Open Shoes.')
    .clicksTo('https://shop.test/shoes', { attributes: { href: '/shoes' } })
    .says('report', 'Opened it.')
    .page('https://shop.test/hats')
    .note('Went back to https://shop.test/shoes')
    .line('What is here?')
    .says('answer', 'There are some rather different things on this page that one could describe at length');
  // The file of `storage` does not exist here, so the loader would reject the scenario.
  const text = formatScenario(createScenario(session.events));
  expect(text).toContain(`start:
  url: https://shop.test/sale
  viewport: { width: 800, height: 600 }
  storage: ../state.json
  locale: en-GB
`);
  expect(text).toContain('# The session used a browser with its own logins, which the scenario lacks.');
  expect(sliceFrom(text, 'dialogue:')).toContain(`  - say: Open https://shop.test/hats
    check:
      - url: "**/hats"
  - say: Go back.
    check:
      - url: "**/shoes"
`);
  expect(text).toContain(`    # Weak: this is the whole answer; keep only the relevant fact.
    # expect:
    #   - says: There are some`);
});

test('long text is folded, and special characters are preserved', () => {
  const texts = [
    'Type "a: b" # into {this} field',
    `Fill in ${'full name: Robin Ashdown, street: 14 Quay Street, '.repeat(4)}and continue.`,
    '- not a list',
    "it's 'quoted' \\ and “so”",
    'two  spaces: kept',
    '16:00',
    'true',
    '*star* &amp @at',
    'Ærøskøbing 雨 🛶',
  ];
  const session = new SessionBuilder();
  for (const text of texts)
    session
      .line(text)
      .clicksTo(`https://shop.test/${texts.indexOf(text)}`)
      .says('report', 'Done.');
  const text = saveScenario(session);
  const loaded = parseScenario('a.scenario.yaml', text);
  expect(loaded.name).toContain('Type');
  for (const line of text.split('\n')) expect.soft(line.length, line).toBeLessThanOrEqual(120);
  expect(bindScenario(loaded).dialogue.map(({ say }) => say)).toEqual(texts);
});

test('a fixture site becomes {{FIXTURES}} with its reset; another local site does not', () => {
  const saveCalendarSession = (title: string): string =>
    saveScenario(
      new SessionBuilder({ url: 'http://127.0.0.1:8123/calendar/', title })
        .line('Go to http://127.0.0.1:8123/calendar/event/ev-1 on 27 November 2026.')
        .clicksTo('http://127.0.0.1:8123/calendar/event/ev-1')
        .says('report', 'Done.'),
    );
  const fixtureScenario = saveCalendarSession('November 2026 – Daybook');
  expect(fixtureScenario).toContain('url: "{{FIXTURES}}/calendar/"\n  reset: { post: "{{FIXTURES}}/reset" }');
  expect(fixtureScenario).toContain('Go to {{FIXTURES}}/calendar/event/ev-1 on 27 November 2026.');
  expect(saveCalendarSession('My calendar')).toContain('url: http://127.0.0.1:8123/calendar/\n');
});

test('a session without a completed line or a page cannot be saved', () => {
  const rows: [SessionBuilder, RegExp][] = [
    [new SessionBuilder(), /no completed line/],
    [new SessionBuilder().line('Hello').says('ask', 'I do not know how to do that.'), /no completed line/],
    [new SessionBuilder({ url: '' }).line('Hi').says('report', 'Hello.'), /never opened a page/],
  ];
  for (const [session, message] of rows)
    expect.soft(() => createScenario(session.events), String(message)).toThrow(message);
});

test('a long conversation gets a budget, and the file is named after the conversation’s first words', () => {
  const session = new SessionBuilder()
    .line('Please search for a warm jacket!')
    .clicksTo('https://shop.test/a')
    .says('report', 'Done.');
  expect(createFileName(createScenario(session.events))).toBe('search-warm-jacket.scenario.yaml');
  expect(saveScenario(session)).not.toContain('budget');
  const end = { verdict: 'done', reason: '', exit: 0, turns: 80, actions: 20, seconds: 700 } as const;
  session.events.push({ v: 2, seq: 99, t: 700, type: 'end', ...end });
  expect(saveScenario(session)).toContain('budget: { turns: 160, actions: 60, seconds: 1400 }');
});
