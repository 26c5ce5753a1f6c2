/** Every error in a library is reported with file, line and column, and with a suggestion. */
import { expect, test } from '@playwright/test';

import { BrokenLibraryError, loadLibrary } from '../../src/policy-library/index.js';
import { AGENT, FILES, FIND_ORDER, LIBRARY, withLibrary } from './library-files.js';

/** Lists the errors of the library with these files changed. */
function listErrors(changedFiles: Record<string, string>): string[] {
  return withLibrary({ ...FILES, ...changedFiles }, (folder) => {
    try {
      loadLibrary(folder, { requireVariables: false, displayedFolder: 'shop' });
      return [];
    } catch (error) {
      if (!(error instanceof BrokenLibraryError)) throw error;
      return error.message.split('\n');
    }
  });
}

const editAgent = (from: string | RegExp, to: string) => ({ 'agent.yaml': AGENT.replace(from, to) });
const editOrder = (from: string | RegExp, to: string) => ({
  'find_order.yaml': FIND_ORDER.replace(from, to),
});
const editLibrary = (from: string | RegExp, to: string) => ({ 'library.yaml': LIBRARY.replace(from, to) });

test('each mistake is reported as one error at its position', () => {
  const cases: [title: string, files: Record<string, string>, error: RegExp][] = [
    [
      'misspelt key',
      editAgent('actions:', 'acions:'),
      /^shop\/agent\.yaml:5:1 acions: "acions" is not a known key\. Did you mean "actions"\?$/,
    ],
    ['key of another policy format', editAgent('calls:', 'subroutines:'), /Did you mean "calls"\?/],
    [
      'unknown verb',
      editAgent('[click, type', '[clik, type'),
      /^shop\/agent\.yaml:5:11 actions\[0\]: must be one of .*; got "clik"\. Did you mean "click"\?$/,
    ],
    [
      'verb outside the grammar',
      editLibrary('live', 'miniwob'),
      /^shop\/find_order\.yaml:7:18 actions\[1\]: "scroll" cannot be executed in the grammar "miniwob", which has click, type, ask, stop\.$/,
    ],
    [
      'unknown policy in calls',
      editAgent('[find_order]', '[find_ordr]'),
      /^shop\/agent\.yaml:6:9 calls\[0\]: there is no policy "find_ordr"\. Did you mean "find_order"\?$/,
    ],
    [
      'action under calls',
      editAgent('[find_order]', '[scroll]'),
      /calls\[0\]: "scroll" is an action, not a policy/,
    ],
    [
      'endless recursion',
      editAgent('[find_order]', '[agent]'),
      /^shop\/agent\.yaml:6:9 calls\[0\]: the calls agent → agent could go on forever; set "max_steps" in one of these policies\.$/,
    ],
    [
      'endless recursion of two policies',
      editOrder('max_steps: 6', 'calls: [agent]'),
      /calls\[0\]: the calls agent → find_order → agent could go on forever/,
    ],
    [
      'example without brackets',
      editAgent('action: click [3]', 'action: click 3'),
      /^shop\/agent\.yaml:12:13 examples\[0\]\.action: "3" is outside brackets/,
    ],
    [
      'example with an open bracket',
      editAgent('click [3]', '"click [3"'),
      /the bracket of "\[3" is not closed/,
    ],
    [
      'example with a verb that is not allowed',
      editAgent('click [3]', 'scroll [down]'),
      /"scroll" is not listed under "actions"/,
    ],
    [
      'example with an unknown verb',
      editAgent('click [3]', 'clikc [3]'),
      /"clikc" is neither an action nor a policy\. Did you mean "click"\?/,
    ],
    [
      'example with too many arguments',
      editAgent('click [3]', 'click [3] [4]'),
      /does not have the form click \[id\]/,
    ],
    ['example with an id that is not shown', editAgent('click [3]', 'click [33]'), /has no element 33/],
    [
      'example with a name instead of an id',
      editAgent('click [3]', 'click [Orders]'),
      /"Orders" is not the id of an element/,
    ],
    [
      'call with too few arguments',
      editAgent('click [3]', 'find_order [7]'),
      /"find_order" has 2 arguments, not 1/,
    ],
    [
      'call of a policy that may not be called',
      editAgent('click [3]', 'agent [x]'),
      /"agent" is not listed under "calls" of this policy/,
    ],
    [
      'name differs from the file',
      editOrder('name: find_order', 'name: find_orders'),
      /^shop\/find_order\.yaml:2:7 name: "find_orders" differs from the file name, find_order/,
    ],
    [
      'duplicate name',
      editOrder('[search_order]', '[agent]'),
      /"agent" is already the name of a policy in shop\/agent/,
    ],
    [
      'policy with the name of a verb',
      editOrder('[search_order]', '[scroll]'),
      /aliases\[0\]: "scroll" is the name of an action/,
    ],
    [
      'name with a capital',
      editOrder('name: find_order', 'name: Find_order'),
      /name: must be lower-case letters/,
    ],
    ['no root', editLibrary(/roots:\n.*\n/, ''), /^shop\/library\.yaml:1:1 roots: is missing\.$/],
    [
      'root that does not exist',
      editLibrary('policy: agent', 'policy: agnet'),
      /^shop\/library\.yaml:7:13 roots\[0\]\.policy: there is no policy "agnet"\. Did you mean "agent"\?$/,
    ],
    [
      'second default root',
      editLibrary('- policy: agent', '- policy: agent\n  - policy: find_order'),
      /roots\[1\]: there is a default root already/,
    ],
    [
      'library name that differs from its folder',
      editLibrary('name: shop', 'name: store'),
      /differs from the folder name, shop/,
    ],
    [
      'returned answer that the instruction does not mention',
      editOrder('and stop [total]', 'and read it'),
      /returns: the policy returns an answer, but/,
    ],
    [
      'policy without stop',
      editOrder('scroll, stop', 'scroll'),
      /actions: lacks "stop", without which "find_order" cannot end/,
    ],
    [
      'number out of range',
      editOrder('max_steps: 6', 'max_steps: 0'),
      /^shop\/find_order\.yaml:9:12 max_steps: must be 1 or more\.$/,
    ],
    [
      'min_examples above the number of examples',
      editAgent('calls:', 'min_examples: 2\ncalls:'),
      /is more than the number of examples, 1/,
    ],
    [
      'undeclared variable',
      editAgent('{shop}', '{shpo}'),
      /instruction: \{shpo\} is not a variable of library\.yaml\. Did you mean "shop"\?/,
    ],
    [
      'description of several lines',
      editAgent('Does a task in the shop.', '"a\\nb"'),
      /description: must be one line/,
    ],
    [
      'custom input without the observation',
      editAgent('calls:', 'input: "{objective}"\ncalls:'),
      /input: lacks \{observation\}/,
    ],
    ['wrong version', editAgent('policy: 1', 'policy: 2'), /policy: must be 1, the version of the format/],
    ['empty file', { 'find_order.yaml': '' }, /^shop\/find_order\.yaml:1:1: the file is empty\.$/],
    ['list instead of a map', { 'find_order.yaml': '- a\n' }, /the file must be a map \(key: value\)/],
  ];
  for (const [title, files, error] of cases) {
    const errors = listErrors(files);
    expect.soft(errors, title).toHaveLength(1);
    expect.soft(errors[0] ?? '', title).toMatch(error);
  }
});

test('errors in several files are reported together', () => {
  expect(
    listErrors({
      ...editAgent('[find_order]', '[fnd_order]'),
      ...editOrder('max_steps: 6', 'max_steps: many'),
      ...editLibrary('live', 'lve'),
    }).map((error) => error.split(' ')[0]),
  ).toEqual(['shop/library.yaml:4:10', 'shop/agent.yaml:6:9', 'shop/find_order.yaml:9:12']);
});

test('recursion through a policy with max_steps is allowed', () => {
  expect(listErrors(editOrder('max_steps: 6', 'max_steps: 6\ncalls: [find_order, agent]'))).toEqual([]);
});

test('the error for a folder without a library names the folder', () => {
  withLibrary({}, (folder) => {
    expect(() => loadLibrary(folder)).toThrow(/There is no file .*library\.yaml/);
  });
});
