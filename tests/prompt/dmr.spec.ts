import { expect, test } from '@playwright/test';

import type { ChatTurn, WeblinxTurn } from '../../src/demonstration/index.js';
import { dmrQuery, instructionQuery, viewportOf } from '../../src/prompt/index.js';
import { golden, turnLike } from '../support/golden.js';

const turns = golden.demo['replay.json'].data;
const unknown = { height: null, width: null };

const say = (speaker: ChatTurn['speaker'], utterance: string, timestamp = 1): ChatTurn => ({
  type: 'chat',
  timestamp,
  speaker,
  utterance,
});

/** How a turn stands in the history. */
const printed = (turn: WeblinxTurn): string => dmrQuery([turn], unknown).split('Previous Turns:')[1]!;

for (const { turn, dmr_input } of golden.formatters) {
  test(`history: turn ${turn}, ${dmr_input.split('(')[0]}`, () => {
    expect(printed(turns[turn]!)).toBe(dmr_input);
  });
}

test('the query of the golden turn', () => {
  const { turn, query } = golden.dmr;
  expect(dmrQuery(turns.slice(0, turn), viewportOf(turns[turn]!))).toBe(query);
});

test('the first turn has an empty history', () => {
  expect(dmrQuery([], { height: 746, width: 1536 })).toBe(
    'Viewport(height=746, width=1536) ---- Instructor Utterances: No instructor utterance ---- Previous Turns:',
  );
});

test('a single instruction stands where the library puts what was said before the last five turns', () => {
  const others = Array.from({ length: 5 }, () => say('navigator', 'yes'));
  const quoted = dmrQuery([say('instructor', 'log "in"', 0), ...others], { height: 746, width: 1536 });
  expect(instructionQuery('log "in"', { height: 746, width: 1536 })).toBe(
    quoted.replace(/(Previous Turns:).*/, '$1'),
  );
});

test('without a viewport it says None, and chat turns have none', () => {
  expect(dmrQuery([], viewportOf(turns[0]!))).toContain('Viewport(height=None, width=None) ----');
});

test('lines of the last five turns are in the history and not among the utterances', () => {
  const five = ['b', 'c', 'd', 'e', 'f'].map((text) => say('instructor', text));
  expect(dmrQuery(five, unknown)).toContain('Utterances: No instructor utterance ----');
  expect(dmrQuery([say('instructor', 'a\n\t"x"', 61), ...five], unknown)).toContain(
    'Utterances: [01:01] a\n\t"x" ---- Previous Turns:say(speaker="instructor", utterance="b"',
  );
});

test('of many lines the first and the last five are quoted, the navigator’s never', () => {
  const lines = Array.from({ length: 8 }, (_, i) => say('instructor', `line ${i}`));
  const others = Array.from({ length: 5 }, () => say('navigator', 'yes'));
  const quoted = (count: number): string[] =>
    dmrQuery([...lines.slice(0, count), ...others], unknown).match(/line \d/g) ?? [];
  expect(quoted(5)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
  expect(quoted(6)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
  expect(quoted(8)).toEqual(['line 0', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7']);
});

const CLICK = 16;
const INPUT = 11;
const LOAD = 3;
const TAB = 6;
const PASTE = 10;

// Each text is what the weblinx library printed for the same turn.
const CASES: { name: string; turn: WeblinxTurn; text: string }[] = [
  {
    name: 'a click without a pointer position',
    turn: turnLike(CLICK, ({ action }) => {
      Reflect.deleteProperty(action.arguments.metadata, 'mouseX');
    }),
    text: 'click(x=-1, y=-1, tag="button", attrs={}, timestamp="62:10")',
  },
  {
    name: 'coordinates are cut off, not rounded',
    turn: turnLike(CLICK, ({ action }) => {
      Object.assign(action.arguments.metadata, { mouseX: -0.9, mouseY: 12.99 });
    }),
    text: 'click(x=0, y=12, tag="button", attrs={}, timestamp="62:10")',
  },
  {
    name: 'typed text is stripped as Python does and cut by code points',
    turn: turnLike(INPUT, ({ action }) => {
      action.arguments.text = `\x1c ${'\u{1f600}'.repeat(41)}\u00a0`;
    }),
    text: `text_input(text="${'\u{1f600}'.repeat(37)}...", tag="input", attrs={}, timestamp="01:06")`,
  },
  {
    name: 'no typed text is an empty one',
    turn: turnLike(INPUT, ({ action }) => {
      Reflect.deleteProperty(action.arguments, 'text');
    }),
    text: 'text_input(text="", tag="input", attrs={}, timestamp="01:06")',
  },
  {
    name: 'a load without transition',
    turn: turnLike(LOAD, ({ action }) => {
      action.arguments.properties = { url: 'https://a.b/' };
    }),
    text: 'load(url="https://a.b/", timestamp="00:45")',
  },
  {
    name: 'a load whose address stands on the turn',
    turn: turnLike(LOAD, (turn) => {
      turn.action.arguments.properties = { url: '', transitionType: 'link', transitionQualifiers: [] };
      Object.assign(turn, { url: 'https://c.d/' });
    }),
    text: 'load(url="https://c.d/", type="link", qualifiers="", timestamp="00:45")',
  },
  {
    name: 'a tab without a number',
    turn: turnLike(TAB, ({ action }) => {
      action.arguments.properties = {};
    }),
    text: 'tabcreate(target="Unknown")',
  },
  {
    name: 'pasted text is not stripped; line breaks and tabs are printed, backslashes left',
    turn: turnLike(PASTE, ({ action }) => {
      action.arguments.pasted = ' a\\b\r\n\t"c" ';
    }),
    text: 'paste(text=" a\\b\r\\n\\t"c" ", timestamp="01:05")',
  },
  {
    name: 'a long utterance',
    turn: say('instructor', 'x'.repeat(201), -3725.9),
    text: `say(speaker="instructor", utterance="${'x'.repeat(197)}...", timestamp="-62:05")`,
  },
];

for (const { name, turn, text } of CASES) {
  test(`history: ${name}`, () => {
    expect(printed(turn)).toBe(text);
  });
}

test('a turn that the library cannot print is refused with its time', () => {
  const noElement = turnLike(CLICK, ({ action }) => {
    Reflect.deleteProperty(action.arguments, 'element');
  });
  expect(() => printed(noElement)).toThrow('The click turn at 62:10 has no “element”');
  const unheardOf = turnLike(CLICK, ({ action }) => {
    action.intent = 'dance';
  });
  expect(() => printed(unheardOf)).toThrow('The turn at 62:10 has the intent “dance”');
  // Further back than five turns it is not printed.
  expect(() => dmrQuery([unheardOf, ...turns.slice(0, 5)], unknown)).not.toThrow();
});
