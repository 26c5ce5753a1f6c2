/** Replies to the navigator's questions, given as ready-made steps instead of parsed lines. */
import { expect, test } from '@playwright/test';
import { createPage, Conversation, type ElementSketch } from './simulated-page.js';
import {
  createCorrectionStep,
  createScriptedNavigator,
  createReplyStep,
  UNDO_STEP,
} from './scripted-steps.js';

const contacts: ElementSketch[] = [
  { role: 'link', name: 'Contact', landmark: 'header', attributes: { href: '/a' } },
  { role: 'link', name: 'Contact', landmark: 'footer', attributes: { href: '/b' } },
];
const titleField: ElementSketch[] = [{ role: 'textbox', name: 'Title' }];
const scriptedSteps = {
  aye: createReplyStep('yes'),
  nay: createReplyStep('no'),
  enough: createReplyStep('stop'),
  'that would be Lunch': createReplyStep({ answer: 'Lunch' }),
  'down below': createReplyStep({ answer: 'footer' }),
  'the second one, rather': createCorrectionStep(2),
  'put it back': UNDO_STEP,
};

const REPLY_CASES: [
  name: string,
  sketches: ElementSketch[],
  lines: string[],
  expectedActions: string[],
  kind: string,
  expectedText: string,
][] = [
  [
    'the answer is a value',
    titleField,
    ['fill in the title', 'that would be Lunch'],
    ['textInput Title=Lunch'],
    'report',
    'Lunch',
  ],
  [
    'the answer is a request to stop',
    titleField,
    ['fill in the title', 'enough'],
    [],
    'report',
    'I will leave it',
  ],
  ['the answer is “no”', titleField, ['fill in the title', 'nay'], [], 'unfinished', 'I will leave it'],
  [
    'the answer says which one',
    contacts,
    ['click Contact', 'down below'],
    ['click Contact'],
    'report',
    'Contact',
  ],
  [
    'the answer says which one by its number',
    contacts,
    ['click Contact', 'the second one, rather'],
    ['click Contact'],
    'report',
    'Contact',
  ],
  [
    'the answer “yes” does not say which one',
    contacts,
    ['click Contact', 'aye'],
    [],
    'ask',
    'Which one do you mean',
  ],
  [
    'after “yes”, a second answer says which one',
    contacts,
    ['click Contact', 'aye', 'down below'],
    ['click Contact'],
    'report',
    'Contact',
  ],
  [
    'a request to undo is not a value',
    titleField,
    ['fill in the title', 'put it back'],
    [],
    'unfinished',
    'not done anything that I can undo',
  ],
  ['“yes” without a question', titleField, ['aye'], [], 'ask', "haven't asked you anything"],
  ['“no” without a question', titleField, ['nay'], [], 'ask', 'What should I do instead?'],
  ['a request to stop without a question', titleField, ['enough'], [], 'answer', 'I will leave it'],
  ['an answer without a question', titleField, ['that would be Lunch'], [], 'ask', 'how to do'],
];
for (const [name, sketches, lines, expectedActions, kind, expectedText] of REPLY_CASES)
  test(name, async () => {
    const conversation = new Conversation(createScriptedNavigator(scriptedSteps), createPage(sketches));
    let response = { kind: '', text: '' };
    for (const line of lines) response = await conversation.say(line);
    expect(conversation.actions).toEqual(expectedActions);
    expect(response.kind, response.text).toBe(kind);
    expect(response.text).toContain(expectedText);
    if (expectedActions[0] === 'click Contact')
      expect(conversation.turns.find((t) => t.type === 'action')).toMatchObject({ action: { uid: 'u1' } });
  });

test('after “no” the instruction counts as unfinished, after a request to stop as completed', async () => {
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
