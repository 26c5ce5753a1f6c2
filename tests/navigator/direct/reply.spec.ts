/** Answers to the navigator's questions, as separate steps. */
import { expect, test } from '@playwright/test';
import { createPage, Conversation, type Sketch } from './simulated-page.js';
import {
  createCorrectionStep,
  createScriptedNavigator,
  createReplyStep,
  UNDO_STEP,
} from './scripted-steps.js';

const contacts: Sketch[] = [
  { role: 'link', name: 'Contact', landmark: 'header', attributes: { href: '/a' } },
  { role: 'link', name: 'Contact', landmark: 'footer', attributes: { href: '/b' } },
];
const titleField: Sketch[] = [{ role: 'textbox', name: 'Title' }];
const scriptedSteps = {
  aye: createReplyStep('yes'),
  nay: createReplyStep('no'),
  enough: createReplyStep('stop'),
  'that would be Lunch': createReplyStep({ answer: 'Lunch' }),
  'down below': createReplyStep({ answer: 'footer' }),
  'rather the second': createCorrectionStep(2),
  'back with it': UNDO_STEP,
};

const REPLY_CASES: [
  name: string,
  page: Sketch[],
  lines: string[],
  expectedActions: string[],
  kind: string,
  expectedText: string,
][] = [
  [
    'a value',
    titleField,
    ['fill in the title', 'that would be Lunch'],
    ['textInput Title=Lunch'],
    'report',
    'Lunch',
  ],
  ['a stop', titleField, ['fill in the title', 'enough'], [], 'report', 'I will leave it'],
  ['a no', titleField, ['fill in the title', 'nay'], [], 'unfinished', 'I will leave it'],
  ['which one', contacts, ['click Contact', 'down below'], ['click Contact'], 'report', 'Contact'],
  [
    'which one, by its number',
    contacts,
    ['click Contact', 'rather the second'],
    ['click Contact'],
    'report',
    'Contact',
  ],
  ['a yes that does not say which', contacts, ['click Contact', 'aye'], [], 'ask', 'Which one do you mean'],
  [
    'a yes, then which',
    contacts,
    ['click Contact', 'aye', 'down below'],
    ['click Contact'],
    'report',
    'Contact',
  ],
  [
    'an undo is not a value',
    titleField,
    ['fill in the title', 'back with it'],
    [],
    'unfinished',
    'nothing that could be undone',
  ],
  ['a yes to nothing', titleField, ['aye'], [], 'ask', 'no open question'],
  ['a no to nothing', titleField, ['nay'], [], 'ask', 'What should I do instead?'],
  ['a stop with nothing to stop', titleField, ['enough'], [], 'answer', 'I will leave it'],
  ['an answer to nothing', titleField, ['that would be Lunch'], [], 'ask', 'how to do'],
];
for (const [name, page, lines, expectedActions, kind, expectedText] of REPLY_CASES)
  test(name, async () => {
    const conversation = new Conversation(createScriptedNavigator(scriptedSteps), createPage(page));
    let response = { kind: '', text: '' };
    for (const line of lines) response = await conversation.say(line);
    expect(conversation.actions).toEqual(expectedActions);
    expect(response.kind, response.text).toBe(kind);
    expect(response.text).toContain(expectedText);
    if (expectedActions[0] === 'click Contact')
      expect(conversation.turns.find((t) => t.type === 'action')).toMatchObject({ action: { uid: 'u1' } });
  });

test('a no leaves the line unfinished, but a request to stop completes it', async () => {
  const answers: [line: string, kind: string][] = [
    ['No.', 'unfinished'],
    ['Never mind.', 'report'],
    ['Forget it.', 'report'],
  ];
  for (const [line, kind] of answers) {
    const conversation = new Conversation(createScriptedNavigator({}), createPage(contacts));
    expect((await conversation.say('Click Contact')).kind, line).toBe('ask');
    expect((await conversation.say(line)).kind, line).toBe(kind);
  }
});
