// Flags that only some suites have.
import { expect, test } from '@playwright/test';

import { checkResumedFlags, checkSuiteFlags, declareFlags } from '../../src/suites/flags.js';
import { SUITE_FLAGS } from '../../src/suites/suites.js';

const SHOP = {
  name: 'shop',
  flags: {
    skin: { describe: 'look of the pages', choices: ['plain', 'dark'] },
    task: { describe: 'task of the shop', isRepeatable: true, selectsTasks: true },
  },
} as const;
const BANK = {
  name: 'bank',
  flags: {
    'first-seed': { describe: 'first seed', selectsTasks: true },
    task: { describe: 'task of the bank', isRepeatable: true, selectsTasks: true },
  },
} as const;
const SUITES = [SHOP, BANK];

test('a flag that several suites share is declared once, with all their descriptions', () => {
  expect(declareFlags(SUITES)).toEqual([
    { name: 'skin', describe: 'shop: look of the pages', choices: ['plain', 'dark'] },
    {
      name: 'task',
      describe: 'shop: task of the shop; bank: task of the bank',
      isRepeatable: true,
      selectsTasks: true,
    },
    { name: 'first-seed', describe: 'bank: first seed', selectsTasks: true },
  ]);
  expect(new Set(SUITE_FLAGS.map(({ name }) => name)).size).toBe(SUITE_FLAGS.length);
});

test('a suite accepts its own flags and rejects those of other suites', () => {
  expect(() =>
    checkSuiteFlags(SHOP, SUITES, { skin: 'dark', task: ['a', 'b'], navigator: 'direct' }),
  ).not.toThrow();
  expect(() => checkSuiteFlags(BANK, SUITES, { firstSeed: '3', task: ['a'] })).not.toThrow();
  expect(() => checkSuiteFlags(SHOP, SUITES, { firstSeed: '3' })).toThrow(
    expect.objectContaining({
      kind: 'usage',
      message: '--first-seed is a flag of the suite bank, not of shop.',
    }),
  );
});

test('a flag that takes a single value is rejected if it is given twice', () => {
  expect(() => checkSuiteFlags(SHOP, SUITES, { skin: ['dark', 'plain'] })).toThrow(
    /--skin can be used only once/,
  );
});

test('a resumed run keeps its tasks', () => {
  const previousFlags = { task: ['a'], firstSeed: '3' };
  expect(() => checkResumedFlags(BANK, previousFlags, { ...previousFlags })).not.toThrow();
  expect(() => checkResumedFlags(BANK, previousFlags, {})).not.toThrow();
  expect(() => checkResumedFlags(BANK, previousFlags, { task: ['a', 'b'] })).toThrow(
    /--task and --resume cannot be combined/,
  );
  expect(() => checkResumedFlags(BANK, previousFlags, { firstSeed: '4' })).toThrow(
    /--first-seed and --resume cannot be combined/,
  );
  // The skin does not affect the tasks.
  expect(() => checkResumedFlags(SHOP, { skin: 'plain' }, { skin: 'dark' })).not.toThrow();
});
