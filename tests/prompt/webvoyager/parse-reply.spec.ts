import { parseFaithful, parseHardened, type ParsedReply } from '../../../src/prompt/index.js';
import { expect, test } from '@playwright/test';

const reply = (action: string): string => `Thought: Because.\nAction: ${action}`;

/**
 * The parsed action on one line: `click 3`, `type 2 “green”`; `none` if the action is not a known one; `format error`
 * if `Thought:` or `Action:` is missing.
 */
function describe(parsed: ParsedReply): string {
  if (!parsed.ok) return parsed.fault === 'format' ? 'format error' : 'none';
  const { action } = parsed;
  switch (action.do) {
    case 'click':
    case 'hover':
      return `${action.do} ${action.label}`;
    case 'type':
      return `${action.enter ? 'type' : 'fill'} ${action.label} “${action.text}”`;
    case 'append':
      return `append ${action.label} “${action.text}”`;
    case 'select':
      return `select ${action.label} “${action.option}”`;
    case 'scroll':
      return `scroll ${action.label ?? 'window'} ${action.direction}`;
    case 'press':
      return `press ${action.key}`;
    case 'switchTab':
      return `switchTab ${action.tab}`;
    case 'wait':
    case 'back':
    case 'google':
      return action.do;
    case 'answer':
    case 'ask':
    case 'say':
    case 'memorize':
      return `${action.do} “${action.text}”`;
  }
}

/** Action texts, and what the faithful and the hardened parser make of them. */
const ACTIONS: [action: string, faithful: string, hardened: string][] = [
  ['Click [3]', 'click 3', 'click 3'],
  ['Click 3', 'click 3', 'click 3'],
  ['click [3]', 'none', 'click 3'],
  ['Click: [3]', 'none', 'click 3'],
  ['I will Click [3]', 'click 3', 'none'],
  ['Type [2]; [green shoes]', 'type 2 “green shoes”', 'type 2 “green shoes”'],
  ['Type 2; green shoes', 'type 2 “green shoes”', 'type 2 “green shoes”'],
  ['Type [2]; green [x] y', 'type 2 “green [x”', 'type 2 “green [x] y”'],
  ['Type [2]: foo', 'none', 'type 2 “foo”'],
  ['Type [2]; Click 7', 'click 7', 'type 2 “Click 7”'],
  ['Type [2]; [[a] b [c]]', 'type 2 “[a”', 'type 2 “[a] b [c]”'],
  ['Type [2]; [a] and [b]', 'type 2 “a”', 'type 2 “[a] and [b]”'],
  ['Type [2];  two\nlines', 'type 2 “two\nlines”', 'type 2 “two\nlines”'],
  ['Scroll [WINDOW]; [down]', 'scroll window down', 'scroll window down'],
  ['Scroll WINDOW; up', 'scroll window up', 'scroll window up'],
  ['Scroll [Window]; down', 'none', 'scroll window down'],
  ['Scroll [12]; [up]', 'scroll 12 up', 'scroll 12 up'],
  ['Wait', 'wait', 'wait'],
  ['Wait; 5 seconds', 'wait', 'wait'],
  ['Please Wait', 'none', 'none'],
  ['GoBack', 'back', 'back'],
  ['Go back', 'none', 'back'],
  ['Google', 'google', 'google'],
  ['ANSWER; [42]', 'answer “42”', 'answer “42”'],
  ['ANSWER; 42', 'answer “42”', 'answer “42”'],
  ['ANSWER: x', 'none', 'answer “x”'],
  ['ANSWER; Click [5] then', 'click 5', 'answer “Click [5] then”'],
  ['ANSWER; The item [A] costs 3', 'answer “The item [A”', 'answer “The item [A] costs 3”'],
  ['ANSWER; two\nlines', 'answer “two\nlines”', 'answer “two\nlines”'],
  ['ANSWER;', 'none', 'none'],
  ['`Click [7]`', 'click 7', 'click 7'],
  ['Select [4]; [Price: low to high]', 'none', 'select 4 “Price: low to high”'],
  ['Append [4]; [, please]', 'none', 'append 4 “, please”'],
  ['Type [4]; snake_case_', 'type 4 “snake_case_”', 'type 4 “snake_case_”'],
  ['Fill [4]; `code`', 'none', 'fill 4 “`code`”'],
  ['**Fill [4]; bold**', 'none', 'fill 4 “bold”'],
  ['`Fill [4]; a_b_`', 'none', 'fill 4 “a_b_”'],
  ['Hover [4]', 'none', 'hover 4'],
  ['Press [Escape]', 'none', 'press Escape'],
  ['Fill [4]; [Ann]', 'none', 'fill 4 “Ann”'],
  ['SwitchTab [2]', 'none', 'switchTab 2'],
  ['Ask; [Which one?]', 'none', 'ask “Which one?”'],
  ['Say; [It is loading.]', 'none', 'say “It is loading.”'],
  ['Memorize; [price 3 EUR]', 'none', 'memorize “price 3 EUR”'],
  ['Wait\nObservation: The page has loaded.', 'wait', 'wait'],
];

test('the faithful parser parses actions as the published code does; the hardened parser accepts more forms', () => {
  for (const [action, faithful, hardened] of ACTIONS) {
    expect.soft(describe(parseFaithful(reply(action))), `faithful: ${action}`).toBe(faithful);
    expect.soft(describe(parseHardened(reply(action))), `hardened: ${action}`).toBe(hardened);
  }
});

/** Complete replies in which `Thought:` or `Action:` is missing, repeated or formatted in Markdown. */
const REPLIES: [text: string, faithful: string, hardened: string][] = [
  ['Click [3]', 'format error', 'format error'],
  ['Thought: I click [3].', 'format error', 'format error'],
  ['Action: Click [3]', 'format error', 'click 3'],
  ['', 'format error', 'format error'],
  ['thought: x\naction: Click [3]', 'format error', 'click 3'],
  ['Thought: The Action: is x.\nAction: Click [3]', 'none', 'click 3'],
  ['Thought: x\nObservation: y\nAction: Click [3]', 'none', 'click 3'],
  ['**Thought:** x\n**Action:** Click [3]', 'click 3', 'click 3'],
  ['### Thought: x\n\n### Action: Click [3]', 'click 3', 'click 3'],
  ['Thought: x\nAction:\n```\nClick [3]\n```', 'click 3', 'click 3'],
  ['Thought: x\nAction: Click [3]\nThought: y\nAction: Click [4]', 'click 3', 'click 4'],
  ['Thought: x\nAction: Click [3]\nObservation: done\nThought: y', 'click 3', 'click 3'],
  ['Thought: x\nAction: **Fill [3]; a_**', 'none', 'fill 3 “a_”'],
  ['**Thought:** x\n**Action:** Fill [3]; _a_', 'none', 'fill 3 “_a_”'],
  [
    'Thought: x\nAction: ANSWER; [The steps:\nThought: first\nObservation: then]',
    'answer “The steps:”',
    'answer “The steps:\nThought: first\nObservation: then”',
  ],
  [
    'Thought: x\nAction: ANSWER; The steps:\nThought: first\nObservation: y',
    'answer “The steps:”',
    'answer “The steps:\nThought: first”',
  ],
  ['Thought: x\nAction: Fill [3]; a\nThought: y', 'none', 'fill 3 “a”'],
  [
    'Thought: x\nAction: ANSWER; Genres:\nAction: 5 films',
    'answer “Genres:”',
    'answer “Genres:\nAction: 5 films”',
  ],
];

test('the faithful parser splits a reply at “Thought:” and “Action:”; the hardened parser uses the last valid action', () => {
  for (const [text, faithful, hardened] of REPLIES) {
    expect.soft(describe(parseFaithful(text)), `faithful: ${text}`).toBe(faithful);
    expect.soft(describe(parseHardened(text)), `hardened: ${text}`).toBe(hardened);
  }
});

test('the thought is the text between the labels', () => {
  const text = 'Thought: The price\nis shown.\nAction: Click [3]';
  expect(parseFaithful(text).thought).toBe('The price\nis shown.');
  expect(parseHardened(text).thought).toBe('The price\nis shown.');
  expect(parseHardened('The price is shown.\nAction: Click [3]').thought).toBe('The price is shown.');
});
