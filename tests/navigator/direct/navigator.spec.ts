/** Finding targets, performing actions, reporting them, asking and answering, on simulated pages. */
import { expect, test } from '@playwright/test';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import {
  createBlock,
  changedOutcome,
  createPage,
  noEffectOutcome,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';
import type { Observation, Outcome } from '../../../src/contract/index.js';

const getToday = (): Date => new Date(2026, 10, 20);
const startConversation = (
  observation: Observation,
  react?: ConstructorParameters<typeof Conversation>[2],
): Conversation => new Conversation(createDirectNavigator(getToday), observation, react);
const createOption = (label: string, selected = false) => ({
  value: label.toLowerCase(),
  label,
  selected,
  disabled: false,
});

test.describe('finding the target', () => {
  test('an exact name is preferred to longer names', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'Data tables' },
        { role: 'link', name: 'Tables' },
        { role: 'link', name: 'Simple tables' },
      ]),
    );
    expect((await conversation.say('Open the Tables page')).kind).toBe('report');
    expect(conversation.actions).toEqual(['click Tables']);
  });

  test('text is typed into the field rather than a button with the same name', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'button', name: 'Search' },
        { role: 'searchbox', name: 'Search' },
      ]),
    );
    await conversation.say('type pandas into search');
    expect(conversation.actions).toEqual(['textInput Search=pandas']);
  });

  test('with two equal matches, the navigator asks which one, and the answer can name its place', async () => {
    const observation = createPage([
      { role: 'link', name: 'Contact', landmark: 'header', attributes: { href: '/a' } },
      { role: 'link', name: 'Contact', landmark: 'footer', attributes: { href: '/b' } },
    ]);
    const conversation = startConversation(observation);
    const question = await conversation.say('click Contact');
    expect(question.kind).toBe('ask');
    expect(question.text).toContain('in the header');
    expect(question.text).toContain('in the footer');
    expect((await conversation.say('the one in the footer')).kind).toBe('report');
    expect(conversation.turns.find((turn) => turn.type === 'action')).toMatchObject({
      action: { intent: 'click', uid: 'u1' },
    });
  });

  test('the navigator does not ask about two links to the same URL', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'Docs', landmark: 'header', attributes: { href: '/docs' } },
        { role: 'link', name: 'Docs', landmark: 'footer', attributes: { href: '/docs' } },
      ]),
    );
    expect((await conversation.say('open Docs')).kind).toBe('report');
  });

  test('a place in the line selects the target', async () => {
    const observation = createPage([
      { role: 'link', name: 'Contact', landmark: 'header', attributes: { href: '/a' } },
      { role: 'link', name: 'Contact', landmark: 'footer', attributes: { href: '/b' } },
    ]);
    const conversation = startConversation(observation);
    await conversation.say('Click on Contact in the footer');
    expect(conversation.turns.find((turn) => turn.type === 'action')).toMatchObject({
      action: { uid: 'u1' },
    });
  });

  test('a row named in the line selects the target', async () => {
    const rows: ElementSketch[] = ['Norway', 'Sweden'].flatMap((country): ElementSketch[] => [
      { role: 'row', name: country, tag: 'tr', text: `${country} Edit` },
      { role: 'button', name: 'Edit', text: 'Edit', parent: country },
    ]);
    const conversation = startConversation(createPage(rows));
    expect((await conversation.say('Click Edit next to Sweden')).kind).toBe('report');
    expect(conversation.turns.find((turn) => turn.type === 'action')).toMatchObject({
      action: { uid: 'u3' },
    });
  });

  test('an ordinal counts the matching elements', async () => {
    const conversation = startConversation(
      createPage(
        [1, 2, 3].map((n): ElementSketch => ({
          role: 'button',
          name: 'Edit',
          box: { x: 0, y: n * 50, width: 50, height: 20 },
        })),
      ),
    );
    await conversation.say('Click the 3rd Edit button');
    expect(conversation.turns.find((turn) => turn.type === 'action')).toMatchObject({
      action: { uid: 'u2' },
    });
  });

  test('a name that contains "and" is not split', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'button', name: 'Save' },
        { role: 'button', name: 'Save and close' },
      ]),
    );
    await conversation.say('Click Save and close');
    expect(conversation.actions).toEqual(['click Save and close']);
  });

  test('the navigator asks about a possible typing mistake instead of acting', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'Older' },
        { role: 'link', name: 'Products' },
      ]),
    );
    const response = await conversation.say('click Order');
    expect(conversation.actions).toEqual([]);
    expect(response.kind).toBe('ask');
  });

  test('elements that do not match are never used', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'Export CSV' },
        { role: 'slider', name: 'Notification volume' },
      ]),
    );
    for (const line of [
      'click Export PDF',
      'turn off notifications',
      'open the Frobnicator',
      'Delete everything',
    ]) {
      const response = await conversation.say(line);
      expect(response.kind, line).not.toBe('report');
    }
    expect(conversation.actions).toEqual([]);
  });

  test('“delete” does not open the trash folder', async () => {
    const conversation = startConversation(
      createPage([{ role: 'link', name: 'Trash 1', attributes: { href: '/trash' } }]),
    );
    expect((await conversation.say('delete this message')).kind).not.toBe('report');
    expect(conversation.actions).toEqual([]);
  });

  test('a count beside a name is ignored', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'Add to cart' },
        { role: 'button', name: 'Cart 0' },
      ]),
    );
    await conversation.say('open the cart');
    expect(conversation.actions).toEqual(['click Cart 0']);
  });

  test('a number does not match a name that merely contains it', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'link', name: 'SB Admin 2' },
        { role: 'link', name: '2' },
      ]),
    );
    await conversation.say('go to page 2');
    expect(conversation.turns.find((turn) => turn.type === 'action')).toMatchObject({
      action: { uid: 'u1' },
    });
  });
});

test.describe('actions and reports', () => {
  test('a click without effect is not reported as done', async () => {
    const conversation = startConversation(
      createPage([{ role: 'button', name: 'Save' }]),
      () => noEffectOutcome,
    );
    const response = await conversation.say('click Save');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('no change');
  });

  test('a link that only adds "#" to the URL is not reported as done', async () => {
    const hashOutcome: Outcome = {
      status: 'done',
      effects: [{ type: 'url', from: 'http://site.test/start', to: 'http://site.test/start#' }],
      settle: { reason: 'quiet', ms: 1 },
    };
    expect(
      (
        await startConversation(createPage([{ role: 'link', name: 'Contact' }]), () => hashOutcome).say(
          'open Contact',
        )
      ).kind,
    ).toBe('unfinished');
  });

  test('an error page is not reported as opened', async () => {
    const notFoundOutcome: Outcome = {
      status: 'done',
      effects: [{ type: 'navigated', url: 'http://site.test/x', status: 404 }],
      settle: { reason: 'navigated', ms: 1 },
    };
    const response = await startConversation(
      createPage([{ role: 'link', name: 'Pricing' }]),
      () => notFoundOutcome,
    ).say('open Pricing');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('404');
  });

  test('a click that makes the page show an error is not reported as done', async () => {
    const conversation = startConversation(
      createPage([{ role: 'button', name: 'Save' }]),
      (_action, _name, currentConversation) => {
        currentConversation.observation = {
          ...currentConversation.observation,
          notices: ['The end must be after the start.'],
        };
        return changedOutcome;
      },
    );
    expect((await conversation.say('click Save')).text).toContain('must be after');
  });

  test('a field that shows a different value is not reported as filled in', async () => {
    const observation = createPage([{ role: 'textbox', name: 'Name' }]);
    const conversation = startConversation(observation, () => {
      observation.candidates[0]!.value = 'ANN';
      return { status: 'already', detail: '' };
    });
    expect((await conversation.say('type Bob into Name')).kind).toBe('unfinished');
  });

  test('several steps are reported in a single sentence', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'textbox', name: 'First name' },
        { role: 'textbox', name: 'Last name' },
        { role: 'button', name: 'Send' },
      ]),
    );
    const response = await conversation.say(
      'Enter Ada as first name and Lovelace as last name, then click Send',
    );
    expect(conversation.actions).toEqual([
      'textInput First name=Ada',
      'textInput Last name=Lovelace',
      'click Send',
    ]);
    expect(response).toMatchObject({ kind: 'report' });
    expect(response.text.match(/\./gu)).toHaveLength(1);
  });

  test('the report names the steps before the failed one', async () => {
    const response = await startConversation(createPage([{ role: 'link', name: 'Settings' }])).say(
      'open Settings and click Frobnicate',
    );
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('Settings');
    expect(response.text).toContain('Frobnicate');
  });

  test('if the page refuses a change, the report quotes the refusal', async () => {
    const checkbox: ElementSketch = { role: 'checkbox', name: 'Terms', states: { checked: false } };
    const refusal = 'the page refused the change';
    for (const outcome of [noEffectOutcome, changedOutcome] as Extract<
      Outcome,
      { status: 'done' | 'no-effect' }
    >[]) {
      const conversation = startConversation(createPage([checkbox]), () => ({
        ...outcome,
        pageRefusal: refusal,
      }));
      expect((await conversation.say('tick the Terms checkbox')).text).toContain(refusal);
    }
  });

  test('a checkbox that is already ticked is not changed', async () => {
    const conversation = startConversation(
      createPage([{ role: 'checkbox', name: 'Newsletter', states: { checked: true } }]),
    );
    expect((await conversation.say('tick Newsletter')).kind).toBe('report');
    expect(conversation.actions).toEqual([]);
  });

  test('a menu that hides the target is opened', async () => {
    const conversation = startConversation(
      createPage([{ role: 'button', name: 'Menu', landmark: 'nav', states: { expanded: false } }]),
      (_action, name, currentConversation) => {
        if (name === 'Menu')
          currentConversation.observation = createPage([
            { role: 'button', name: 'Menu', landmark: 'nav', states: { expanded: true } },
            { role: 'link', name: 'Log out' },
          ]);
        return changedOutcome;
      },
    );
    expect((await conversation.say('log out')).kind).toBe('report');
    expect(conversation.actions).toEqual(['click Menu', 'click Log out']);
  });

  test('a consent banner that covers the target is declined, and the click is repeated', async () => {
    let isCovered = true;
    const observation = createPage([
      { role: 'link', name: 'Docs' },
      { role: 'generic', name: 'banner', text: 'We use cookies. Accept Reject' },
      { role: 'button', name: 'Accept', parent: 'banner' },
      { role: 'button', name: 'Reject', parent: 'banner' },
    ]);
    const conversation = startConversation(observation, (_action, name) => {
      if (name === 'Reject') isCovered = false;
      return name === 'Docs' && isCovered
        ? { status: 'failed', reason: 'covered', detail: 'covered by the banner' }
        : changedOutcome;
    });
    expect((await conversation.say('open Docs')).kind).toBe('report');
    expect(conversation.actions).toEqual(['click Docs', 'click Reject', 'click Docs']);
  });
});

test.describe('questions and follow-ups', () => {
  test('the navigator asks for a missing value and uses the answer', async () => {
    const conversation = startConversation(createPage([{ role: 'textbox', name: 'Title' }]));
    const question = await conversation.say('Fill in the title');
    expect(question).toMatchObject({ kind: 'ask' });
    expect(question.text).toContain('Title');
    expect((await conversation.say('It is Piano lesson.')).kind).toBe('report');
    expect(conversation.actions).toEqual(['textInput Title=Piano lesson']);
  });

  test('an instruction instead of an answer is performed', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'textbox', name: 'Title' },
        { role: 'link', name: 'Home' },
      ]),
    );
    await conversation.say('Fill in the title');
    await conversation.say('click Home');
    expect(conversation.actions).toEqual(['click Home']);
  });

  test('"no, the second" selects a different element', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'button', name: 'Play' },
        { role: 'button', name: 'Play' },
      ]),
    );
    await conversation.say('click the first Play button');
    await conversation.say('no, the second one');
    expect(
      conversation.turns
        .filter((turn) => turn.type === 'action')
        .map((turn) => (turn.type === 'action' && 'uid' in turn.action ? turn.action.uid : '')),
    ).toEqual(['u0', 'u1']);
  });

  test('Enter is pressed in the field that was last filled in', async () => {
    const conversation = startConversation(createPage([{ role: 'searchbox', name: 'Search' }]));
    await conversation.say('type Kyoto');
    await conversation.say('press Enter');
    expect(conversation.actions).toEqual(['textInput Search=Kyoto', 'press Search=Enter']);
  });

  test('for a line without an instruction, the navigator asks and does not act', async () => {
    const conversation = startConversation(createPage([{ role: 'link', name: 'Home' }]));
    expect((await conversation.say('I had a lovely weekend')).kind).toBe('ask');
    expect(conversation.actions).toEqual([]);
  });
});

test.describe('lists, dates and forms', () => {
  test('an option is chosen by its label', async () => {
    const conversation = startConversation(
      createPage([
        {
          role: 'combobox',
          name: 'Country',
          options: [createOption('Norway', true), createOption('Canada')],
        },
      ]),
    );
    expect((await conversation.say('Select Canada from the Country dropdown')).kind).toBe('report');
    expect(conversation.actions).toEqual(['change Country=Canada']);
  });

  test('if a list lacks the value, the report names its options', async () => {
    const conversation = startConversation(
      createPage([
        {
          role: 'combobox',
          name: 'Country',
          options: [createOption('Norway', true), createOption('Canada')],
        },
      ]),
    );
    const response = await conversation.say('Select Japan from the Country dropdown');
    expect(response.kind).toBe('unfinished');
    expect(response.text).toContain('Canada');
  });

  test('native date and time fields get ISO values', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'textbox', name: 'Start date', inputType: 'date' },
        { role: 'textbox', name: 'Start time', inputType: 'time' },
      ]),
    );
    await conversation.say('set the start date to next Friday and the start time to half past two');
    await conversation.say('set the start time to 2:30 pm');
    expect(conversation.actions[0]).toBe('change Start date=2026-11-27');
    expect(conversation.actions.at(-1)).toBe('change Start time=14:30');
  });

  test('to create an item, the navigator opens the form, fills it in, asks for required values and saves', async () => {
    const form: ElementSketch[] = [
      { role: 'dialog', name: 'New event', text: 'New event' },
      { role: 'textbox', name: 'Title', states: { required: true }, parent: 'New event', landmark: 'dialog' },
      { role: 'textbox', name: 'Date', inputType: 'date', parent: 'New event', landmark: 'dialog' },
      { role: 'button', name: 'Cancel', parent: 'New event', landmark: 'dialog' },
      { role: 'button', name: 'Save', parent: 'New event', landmark: 'dialog' },
    ];
    const closedPage = createPage([{ role: 'button', name: 'Add event' }]);
    const conversation = startConversation(closedPage, (_action, name, currentConversation) => {
      if (name === 'Add event') currentConversation.observation = createPage(form);
      if (name === 'Save') currentConversation.observation = closedPage;
      return changedOutcome;
    });
    expect((await conversation.say('Create a new event on 24 November 2026')).kind).toBe('ask');
    expect((await conversation.say('Call it Lunch')).kind).toBe('report');
    expect(conversation.actions).toEqual([
      'click Add event',
      'change Date=2026-11-24',
      'textInput Title=Lunch',
      'click Save',
    ]);
  });

  test('a comment and other changes are submitted together, and only once', async () => {
    const observation = createPage([
      { role: 'form', name: 'Ticket', tag: 'form', text: 'Priority' },
      { role: 'textbox', name: 'Add a comment', tag: 'textarea', parent: 'Ticket' },
      {
        role: 'combobox',
        name: 'Priority',
        parent: 'Ticket',
        options: [createOption('major', true), createOption('minor')],
      },
      { role: 'button', name: 'Preview', parent: 'Ticket', attributes: { type: 'submit' } },
      { role: 'button', name: 'Submit changes', parent: 'Ticket', attributes: { type: 'submit' } },
    ]);
    const conversation = startConversation(observation);
    const line = 'add the comment "Seen again" and change the priority to minor, then submit the changes';
    expect((await conversation.say(line)).kind).toBe('report');
    expect(conversation.actions).toEqual([
      'textInput Add a comment=Seen again',
      'change Priority=minor',
      'click Submit changes',
    ]);
    expect((await conversation.say('submit it')).text).toContain('already');
    expect(conversation.actions).toHaveLength(3);
  });

  test('an item is not created with a form for another kind of item', async () => {
    const conversation = startConversation(
      createPage([
        { role: 'form', name: 'New project', tag: 'form', text: 'Project name' },
        { role: 'textbox', name: 'Project name', parent: 'New project' },
        { role: 'button', name: 'Create project', parent: 'New project' },
      ]),
    );
    expect((await conversation.say('add the tag "urgent"')).kind).toBe('unfinished');
    expect(conversation.actions).toEqual([]);
  });
});

test.describe('answers', () => {
  const observation = createPage([{ role: 'heading', name: 'Halden Bridge' }], {
    title: 'Halden Bridge',
    text: [
      { kind: 'heading', text: 'Halden Bridge', level: 1, section: '', order: 0 },
      createBlock('row', 'Total length: 1,024 m'),
      createBlock('row', 'Country: Norway | Capital: Oslo | Population: 5 million'),
      createBlock('row', 'Country: Sweden | Capital: Stockholm | Population: 10 million'),
      createBlock(
        'paragraph',
        'The bridge was designed by Anna Lindqvist. The toll was abolished on 1 July 1974.',
      ),
      createBlock('other', 'PENDING REQUESTS'),
      createBlock('other', '18'),
    ],
  });
  const answeredQuestions: [question: string, answer: string][] = [
    ['How long is it?', '1,024 m'],
    ['What is the capital of Sweden?', 'Stockholm'],
    ['Who designed the bridge?', 'Anna Lindqvist'],
    ['When did the toll end?', '1974'],
    ['How many pending requests are there?', '18'],
    ['What is the title of this page?', 'Halden Bridge'],
  ];
  for (const [question, expected] of answeredQuestions)
    test(question, async () => {
      const response = await startConversation(observation).say(question);
      expect(response.kind).toBe('answer');
      expect(response.text).toContain(expected);
    });

  for (const question of [
    'When was the tunnel built?',
    'What is the capital of Denmark?',
    'Who painted the ceiling?',
  ])
    test(`unanswered: ${question}`, async () => {
      expect((await startConversation(observation).say(question)).kind).toBe('unfinished');
    });
});
