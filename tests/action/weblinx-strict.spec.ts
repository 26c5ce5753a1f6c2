import { expect, test } from '@playwright/test';

import { parseStrictly, sanitizeCoordinates } from '../../src/action/index.js';
import { goldenData } from '../support/golden.js';

for (const { raw, intent, args, sanitized } of goldenData.parse) {
  test(`strict parsing: ${JSON.stringify(raw)}`, () => {
    const result = parseStrictly(raw);
    expect(result.intent).toBe(intent);
    expect([...result.args]).toEqual(Object.entries(args));
    expect(Object.fromEntries(sanitizeCoordinates(result.args))).toEqual(sanitized);
  });
}

/** More outputs, with the results of the WebLINX library. */
const LIBRARY_RESULTS: {
  raw: string;
  intent: string;
  args: [string, unknown][];
  sanitized?: Record<string, unknown>;
}[] = [
  { raw: 'say(utterance=")', intent: 'say', args: [['utterance', '")']] },
  {
    raw: 'say(a="",b=" x ",c=" 1 ")',
    intent: 'say',
    args: [
      ['a', ''],
      ['b', ' x '],
      ['c', ' 1 '],
    ],
  },
  {
    raw: 'click(x=1_0.5, y=.5)',
    intent: 'click',
    args: [
      ['x', 10.5],
      ['y', 0.5],
    ],
  },
  {
    raw: 'click(x=1., y="1e5.")',
    intent: 'click',
    args: [
      ['x', 1],
      ['y', '1e5.'],
    ],
    sanitized: { x: 1, y: null },
  },
  {
    raw: 'click(x=-.5e2, y=inf)',
    intent: 'click',
    args: [
      ['x', -50],
      ['y', 'inf'],
    ],
    sanitized: { x: -50, y: Infinity },
  },
  {
    raw: 'click(x=None,y=3)',
    intent: 'click',
    args: [
      ['x', 'None'],
      ['y', 3],
    ],
    sanitized: { x: null, y: 3 },
  },
  {
    raw: 'click(x=+5,y=--5)',
    intent: 'click',
    args: [
      ['x', '+5'],
      ['y', '--5'],
    ],
    sanitized: { x: 5, y: null },
  },
  { raw: 'click(y=7 x=8)', intent: 'click', args: [['y', '7 x=8']], sanitized: { y: 7, x: 8 } },
  { raw: 'click(y=7)', intent: 'click', args: [['y', 7]], sanitized: { y: null, x: null } },
  { raw: 'click(x="5,y=6")', intent: 'click', args: [['x', '5,y=6']], sanitized: { x: null, y: 6 } },
  { raw: 'click(=5, = 6)', intent: 'click', args: [['', 6]] },
  {
    raw: 'x(a=1,b,c=2,"d,e=5",f=6)',
    intent: '<unk>',
    args: [
      ['a', 1],
      ['c', 2],
      ['"d,e', '5"'],
      ['f', 6],
    ],
  },
  { raw: 'action(intent=" Click ")', intent: 'click', args: [['intent', ' Click ']] },
  { raw: 'click(x="\u0663")', intent: 'click', args: [['x', 3]], sanitized: { x: null, y: null } },
];

for (const { raw, intent, args, sanitized } of LIBRARY_RESULTS) {
  test(`strict parsing, as in the WebLINX library: ${JSON.stringify(raw)}`, () => {
    const result = parseStrictly(raw);
    expect(result.intent).toBe(intent);
    expect([...result.args]).toEqual(args);
    if (sanitized) expect(Object.fromEntries(sanitizeCoordinates(result.args))).toEqual(sanitized);
  });
}

test('output on which the WebLINX library throws an exception is parsed', () => {
  expect([...parseStrictly('click(x="\u00b2")').args]).toEqual([['x', '\u00b2']]);
  expect(parseStrictly('action(intent=5)').intent).toBe('<unk>');
});
