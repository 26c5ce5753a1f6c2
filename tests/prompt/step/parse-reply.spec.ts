import { expect, test } from '@playwright/test';

import { parseStepFaithfully, parseStepReply } from '../../../src/prompt/index.js';

const COT = { noCot: false };
const NO_COT = { noCot: true };

test('the faithful parser has the quirks of the published parser', () => {
  const rows: [reply: string, reason: string | null, action: string | null][] = [
    ['REASON:\nIt is there.\nACTION:\nclick [7]', 'It is there.', 'click [7]'],
    ['REASON: first line\nSecond line\nACTION: click [7]', 'first line', 'click [7]'],
    ['REASON: first line\nsecond line\nACTION: click [7]', 'first line\nsecond line', 'click [7]'],
    ['ACTION: stop [line1\nLine2]', null, 'stop [line1'],
    ['ACTION: type [5] ["red shoes"]', null, 'type [5] [red shoes]'],
    ['ACTION: type [5] ["red shoes"] [1]', null, 'type [5] ["red shoes"] [1]'],
    ['ACTION: ```click [7]```', null, '```click [7]```'],
    ['ACTION: "stop [Closed]"', null, '"stop [Closed]"'],
    ['**ACTION:** click [7]', null, '** click [7]'],
    ['I would click [7].', null, null],
    ['ACTION: click [1]\nACTION: click [2]', null, 'click [1]'],
    ['ACTION: click [7]\n', null, 'click [7]'],
  ];
  for (const [reply, reason, action] of rows)
    expect.soft(parseStepFaithfully(reply, COT), reply).toEqual({ reason, action });
  expect(parseStepFaithfully('click [7]\n', NO_COT)).toEqual({ reason: null, action: 'click [7]' });
});

test('the hardened parser uses the last complete action', () => {
  const rows: [reply: string, reason: string, action: string][] = [
    ['REASON:\nIt is there.\nACTION:\nclick [7]', 'It is there.', 'click [7]'],
    ['REASON: first line\nSecond line\nACTION: click [7]', 'first line\nSecond line', 'click [7]'],
    ['REASON: r\nACTION: stop [line1\nLine2]', 'r', 'stop [line1\nLine2]'],
    ['REASON: r\nACTION: ```click [7]```', 'r', 'click [7]'],
    ['REASON: r\nACTION:\n```\nclick [7]\n```', 'r', 'click [7]'],
    ['REASON: r\nACTION:\n```text\ngo_back\n```', 'r', 'go_back'],
    ['REASON: r\nACTION: "stop [Closed]"', 'r', 'stop [Closed]'],
    ['**REASON:** r\n**ACTION:** click [7]', 'r', 'click [7]'],
    ['**REASON:** r\n**ACTION:** go_back**', 'r', 'go_back'],
    ['## Reason:\nr\n## Action:\nclick [7]', 'r', 'click [7]'],
    ['REASON: r\nACTION: In summary, the next action I will perform is ```click [7]```', 'r', 'click [7]'],
    ['REASON: r\nACTION: In summary, the next action is click [7].', 'r', 'click [7]'],
    ['REASON: a\nACTION: click [1]\nREASON: b\nACTION: click [2]', 'b', 'click [2]'],
    [
      'REASON: r\nACTION: stop [To repeat:\nACTION: click [3]\nis wrong]',
      'r',
      'stop [To repeat:\nACTION: click [3]\nis wrong]',
    ],
    ['REASON: r\nACTION: type [5] [a [b] c] [1]', 'r', 'type [5] [a [b] c] [1]'],
    [String.raw`REASON: r` + '\n' + String.raw`ACTION: stop [1\] first]`, 'r', String.raw`stop [1\] first]`],
    ['REASON: r\nACTION: click [7] and then [8]', 'r', 'click [7]'],
    ['REASON: r\nACTION: scroll down', 'r', 'scroll down'],
    ['REASON: r\nACTION: go_back, because nothing [here] fits', 'r', 'go_back'],
    ['REASON: r\nAction: stop', 'r', 'stop'],
    ['Because.\nACTION: click [7]', 'Because.', 'click [7]'],
  ];
  for (const [reply, reason, action] of rows)
    expect.soft(parseStepReply(reply, COT), reply).toEqual({ ok: true, reason, action });
});

test('the hardened parser explains what is missing', () => {
  const rows: [reply: string, fault: RegExp][] = [
    ['click [7]', /no line that begins with ACTION/],
    ['', /no line that begins with ACTION/],
    ['ACTION: I would like to think', /no action of the form/],
    ['ACTION: stop [a', /stop is not closed/],
    ['ACTION: stop [a] b]', /stop has one bracket too many/],
  ];
  for (const [reply, fault] of rows)
    expect
      .soft(parseStepReply(reply, COT), reply)
      .toMatchObject({ ok: false, fault: expect.stringMatching(fault) });
  expect(parseStepReply('click [7]', NO_COT)).toEqual({ ok: true, reason: '', action: 'click [7]' });
});
