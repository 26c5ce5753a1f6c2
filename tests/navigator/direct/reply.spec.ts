/** Answers to what the navigator asked, as steps of their own. */
import { expect, test } from '@playwright/test';
import { look, Talk, type Sketch } from './page.js';
import { again, navigatorThatReads, reply, undo } from './said.js';

const contacts: Sketch[] = [
  { role: 'link', name: 'Contact', landmark: 'header', attributes: { href: '/a' } },
  { role: 'link', name: 'Contact', landmark: 'footer', attributes: { href: '/b' } },
];
const title: Sketch[] = [{ role: 'textbox', name: 'Title' }];
const meaning = {
  aye: reply('yes'),
  nay: reply('no'),
  enough: reply('stop'),
  'that would be Lunch': reply({ answer: 'Lunch' }),
  'down below': reply({ answer: 'footer' }),
  'rather the second': again(2),
  'back with it': undo,
};

const ROWS: [name: string, page: Sketch[], lines: string[], done: string[], kind: string, says: string][] = [
  [
    'a value',
    title,
    ['fill in the title', 'that would be Lunch'],
    ['textInput Title=Lunch'],
    'report',
    'Lunch',
  ],
  ['a stop', title, ['fill in the title', 'enough'], [], 'report', 'I will leave it'],
  ['a no', title, ['fill in the title', 'nay'], [], 'unfinished', 'I will leave it'],
  ['which one', contacts, ['click Contact', 'down below'], ['click Contact'], 'report', 'Contact'],
  [
    'which one by its number',
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
    'taking back is no value',
    title,
    ['fill in the title', 'back with it'],
    [],
    'unfinished',
    'nothing that could be undone',
  ],
  ['a yes to nothing', title, ['aye'], [], 'ask', 'no open question'],
  ['a no to nothing', title, ['nay'], [], 'ask', 'What should I do instead?'],
  ['a stop with nothing to stop', title, ['enough'], [], 'answer', 'I will leave it'],
  ['an answer to nothing', title, ['that would be Lunch'], [], 'ask', 'how to do'],
];
for (const [name, page, lines, done, kind, says] of ROWS)
  test(name, async () => {
    const talk = new Talk(navigatorThatReads(meaning), look(page));
    let said = { kind: '', text: '' };
    for (const line of lines) said = await talk.say(line);
    expect(talk.done).toEqual(done);
    expect(said.kind, said.text).toBe(kind);
    expect(said.text).toContain(says);
    if (done[0] === 'click Contact')
      expect(talk.turns.find((t) => t.type === 'action')).toMatchObject({ action: { uid: 'u1' } });
  });

test('no for an answer leaves the line unfinished, and a wish to stop is met', async () => {
  const answers: [line: string, kind: string][] = [
    ['No.', 'unfinished'],
    ['Never mind.', 'report'],
    ['Forget it.', 'report'],
  ];
  for (const [line, kind] of answers) {
    const talk = new Talk(navigatorThatReads({}), look(contacts));
    expect((await talk.say('Click Contact')).kind, line).toBe('ask');
    expect((await talk.say(line)).kind, line).toBe(kind);
  }
});
