import { expect, test } from '@playwright/test';

import { parseStrictly, sanitizeCoordinates } from '../../src/action/index.js';
import { golden } from '../support/golden.js';

for (const { raw, intent, args, sanitized: clean } of golden.parse) {
  test(`strict parsing: ${JSON.stringify(raw)}`, () => {
    const reading = parseStrictly(raw);
    expect(reading.intent).toBe(intent);
    expect([...reading.args]).toEqual(Object.entries(args));
    expect(Object.fromEntries(sanitizeCoordinates(reading.args))).toEqual(clean);
  });
}

// The results of the WebLINX library.
const MORE: { raw: string; intent: string; args: [string, unknown][]; clean?: Record<string, unknown> }[] = [
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
    clean: { x: 1, y: null },
  },
  {
    raw: 'click(x=-.5e2, y=inf)',
    intent: 'click',
    args: [
      ['x', -50],
      ['y', 'inf'],
    ],
    clean: { x: -50, y: Infinity },
  },
  {
    raw: 'click(x=None,y=3)',
    intent: 'click',
    args: [
      ['x', 'None'],
      ['y', 3],
    ],
    clean: { x: null, y: 3 },
  },
  {
    raw: 'click(x=+5,y=--5)',
    intent: 'click',
    args: [
      ['x', '+5'],
      ['y', '--5'],
    ],
    clean: { x: 5, y: null },
  },
  { raw: 'click(y=7 x=8)', intent: 'click', args: [['y', '7 x=8']], clean: { y: 7, x: 8 } },
  { raw: 'click(y=7)', intent: 'click', args: [['y', 7]], clean: { y: null, x: null } },
  { raw: 'click(x="5,y=6")', intent: 'click', args: [['x', '5,y=6']], clean: { x: null, y: 6 } },
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
  { raw: 'click(x="\u0663")', intent: 'click', args: [['x', 3]], clean: { x: null, y: null } },
];

for (const { raw, intent, args, clean } of MORE) {
  test(`strict parsing, second table: ${JSON.stringify(raw)}`, () => {
    const reading = parseStrictly(raw);
    expect(reading.intent).toBe(intent);
    expect([...reading.args]).toEqual(args);
    if (clean) expect(Object.fromEntries(sanitizeCoordinates(reading.args))).toEqual(clean);
  });
}

test('output on which the WebLINX library throws is parsed', () => {
  expect([...parseStrictly('click(x="\u00b2")').args]).toEqual([['x', '\u00b2']]);
  expect(parseStrictly('action(intent=5)').intent).toBe('<unk>');
});
