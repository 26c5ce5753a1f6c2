/** Actions in BrowserGym's syntax. tests/score/browsergym-package.spec.ts compares the parser with BrowserGym's own. */
import { expect, test } from '@playwright/test';

import { parseBrowserGymAction, toBrowserGymSyntax } from '../../src/action/index.js';

test('a single call with arguments is parsed as an action, whatever text or quotation marks surround it', () => {
  const rows: [output: string, args: Record<string, unknown> | null][] = [
    ['click("a1")', { bid: 'a1' }],
    ["Click it: click(bid='a1')", { bid: 'a1' }],
    ['click ( # this one\n"a1", )', { bid: 'a1' }],
    ['fill("a1", "say \\"hi\\"\\n\\u00e9")', { bid: 'a1', value: 'say "hi"\né' }],
    ['fill("a1", """two\nlines""")', { bid: 'a1', value: 'two\nlines' }],
    ['scroll(0, -2.5e2)', { delta_x: 0, delta_y: -250 }],
    ['click("a1", modifiers=["Shift"])', { bid: 'a1', modifiers: expect.anything() }],
    ['new_tab()', {}],
    ['click("a1") click("a2")', null],
    ['click(uid="a1")', null],
    ['click(a1)', null],
    ['click("a1"', null],
    ['click("a\\x4")', null],
    ['click("a1", "left")', null],
    ['fill("a1")', null],
    ['# click("a1")', null],
    ['noop()', null],
    ['toString()', null],
    ['', null],
  ];
  for (const [output, args] of rows) {
    const action = parseBrowserGymAction(output);
    expect.soft(action && Object.fromEntries(action.args), output).toEqual(args);
  }
});

test('the output of a WebLINX model is converted to the equivalent BrowserGym action', () => {
  const rows: [answer: string, output: string][] = [
    ['click(uid="a1")', "click('a1')"],
    ['submit(uid="a1")', "click('a1')"],
    ['text_input(text="2023", uid="a1")', "fill('a1', '2023')"],
    ['say(speaker="navigator", utterance="It\'s done")', 'send_msg_to_user("It\'s done")'],
    ['load(url="https://example.com/a")', "goto('https://example.com/a')"],
    ['scroll(x=0, y=300)', 'scroll(0, 300)'],
    // BrowserGym has neither an element at a point nor this action.
    ['click(x=10, y=20)', 'click(x=10, y=20)'],
    ['change(value="2", uid="a1")', 'change(value="2", uid="a1")'],
    ['I would click.', 'I would click.'],
  ];
  for (const [answer, output] of rows) expect.soft(toBrowserGymSyntax(answer), answer).toBe(output);
});
