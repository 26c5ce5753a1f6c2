import { expect, test } from '@playwright/test';

import type { ChatTurn, WeblinxTurn } from '../../src/demonstration/index.js';
import { formatDmrQuery, formatInstructionQuery, getRecordedViewport } from '../../src/prompt/index.js';
import { goldenData, createModifiedTurn } from '../support/golden.js';

const turns = goldenData.demo['replay.json'].data;
const unknownViewport = { height: null, width: null };

const say = (speaker: ChatTurn['speaker'], utterance: string, timestamp = 1): ChatTurn => ({
  type: 'chat',
  timestamp,
  speaker,
  utterance,
});

/** Formats a turn as in the history of the query. */
const printTurn = (turn: WeblinxTurn): string =>
  formatDmrQuery([turn], unknownViewport).split('Previous Turns:')[1]!;

test('turns in the history are formatted as in the weblinx library', () => {
  for (const { turn, dmr_input } of goldenData.formatters)
    expect.soft(printTurn(turns[turn]!), `turn ${turn}`).toBe(dmr_input);
});

test('the query of the golden turn equals the query of the weblinx library', () => {
  const { turn, query } = goldenData.dmr;
  expect(formatDmrQuery(turns.slice(0, turn), getRecordedViewport(turns[turn]!))).toBe(query);
});

test('the first turn has an empty history', () => {
  expect(formatDmrQuery([], { height: 746, width: 1536 })).toBe(
    'Viewport(height=746, width=1536) ---- Instructor Utterances: No instructor utterance ---- Previous Turns:',
  );
});

test('a single instruction is quoted in the same way as an utterance before the last five turns', () => {
  const others = Array.from({ length: 5 }, () => say('navigator', 'yes'));
  const quoted = formatDmrQuery([say('instructor', 'log "in"', 0), ...others], { height: 746, width: 1536 });
  expect(formatInstructionQuery('log "in"', { height: 746, width: 1536 })).toBe(
    quoted.replace(/(Previous Turns:).*/, '$1'),
  );
});

test('the viewport of a chat turn is formatted as None', () => {
  expect(formatDmrQuery([], getRecordedViewport(turns[0]!))).toContain(
    'Viewport(height=None, width=None) ----',
  );
});

test('utterances in the last five turns appear only in the history', () => {
  const fiveUtterances = ['b', 'c', 'd', 'e', 'f'].map((text) => say('instructor', text));
  expect(formatDmrQuery(fiveUtterances, unknownViewport)).toContain(
    'Utterances: No instructor utterance ----',
  );
  expect(formatDmrQuery([say('instructor', 'a\n\t"x"', 61), ...fiveUtterances], unknownViewport)).toContain(
    'Utterances: [01:01] a\n\t"x" ---- Previous Turns:say(speaker="instructor", utterance="b"',
  );
});

test('the first and the last five instructor utterances are quoted, navigator utterances are not', () => {
  const lines = Array.from({ length: 8 }, (_, i) => say('instructor', `line ${i}`));
  const others = Array.from({ length: 5 }, () => say('navigator', 'yes'));
  const getQuoted = (count: number): string[] =>
    formatDmrQuery([...lines.slice(0, count), ...others], unknownViewport).match(/line \d/g) ?? [];
  expect(getQuoted(5)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
  expect(getQuoted(6)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
  expect(getQuoted(8)).toEqual(['line 0', 'line 3', 'line 4', 'line 5', 'line 6', 'line 7']);
});

// Indexes of turns in the golden demonstration.
const CLICK = 16;
const INPUT = 11;
const LOAD = 3;
const TAB = 6;
const PASTE = 10;

// Each text was printed by the weblinx library for the same turn.
const CASES: { name: string; turn: WeblinxTurn; text: string }[] = [
  {
    name: 'a click without a pointer position',
    turn: createModifiedTurn(CLICK, ({ action }) => {
      Reflect.deleteProperty(action.arguments.metadata, 'mouseX');
    }),
    text: 'click(x=-1, y=-1, tag="button", attrs={}, timestamp="62:10")',
  },
  {
    name: 'coordinates are truncated, not rounded',
    turn: createModifiedTurn(CLICK, ({ action }) => {
      Object.assign(action.arguments.metadata, { mouseX: -0.9, mouseY: 12.99 });
    }),
    text: 'click(x=0, y=12, tag="button", attrs={}, timestamp="62:10")',
  },
  {
    name: 'typed text is stripped as in Python and truncated by code points',
    turn: createModifiedTurn(INPUT, ({ action }) => {
      action.arguments.text = `\x1c ${'\u{1f600}'.repeat(41)}\u00a0`;
    }),
    text: `text_input(text="${'\u{1f600}'.repeat(37)}...", tag="input", attrs={}, timestamp="01:06")`,
  },
  {
    name: 'a missing typed text is printed as empty',
    turn: createModifiedTurn(INPUT, ({ action }) => {
      Reflect.deleteProperty(action.arguments, 'text');
    }),
    text: 'text_input(text="", tag="input", attrs={}, timestamp="01:06")',
  },
  {
    name: 'a load without a transition',
    turn: createModifiedTurn(LOAD, ({ action }) => {
      action.arguments.properties = { url: 'https://a.b/' };
    }),
    text: 'load(url="https://a.b/", timestamp="00:45")',
  },
  {
    name: 'a load with the URL on the turn',
    turn: createModifiedTurn(LOAD, (turn) => {
      turn.action.arguments.properties = { url: '', transitionType: 'link', transitionQualifiers: [] };
      Object.assign(turn, { url: 'https://c.d/' });
    }),
    text: 'load(url="https://c.d/", type="link", qualifiers="", timestamp="00:45")',
  },
  {
    name: 'a tab without a number',
    turn: createModifiedTurn(TAB, ({ action }) => {
      action.arguments.properties = {};
    }),
    text: 'tabcreate(target="Unknown")',
  },
  {
    name: 'pasted text is not stripped; line breaks and tabs are escaped, backslashes are not',
    turn: createModifiedTurn(PASTE, ({ action }) => {
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

test('unusual turns in the history are formatted as in the weblinx library', () => {
  for (const { name, turn, text } of CASES) expect.soft(printTurn(turn), name).toBe(text);
});

test('a turn that the library cannot format is rejected, and the error states its time', () => {
  const noElement = createModifiedTurn(CLICK, ({ action }) => {
    Reflect.deleteProperty(action.arguments, 'element');
  });
  expect(() => printTurn(noElement)).toThrow('The click turn at 62:10 has no “element”');
  const unknownIntent = createModifiedTurn(CLICK, ({ action }) => {
    action.intent = 'dance';
  });
  expect(() => printTurn(unknownIntent)).toThrow('The turn at 62:10 has the intent “dance”');
  // Turns before the last five are not printed.
  expect(() => formatDmrQuery([unknownIntent, ...turns.slice(0, 5)], unknownViewport)).not.toThrow();
});
