import { join, relative } from 'node:path';

import { expect, test } from '@playwright/test';

import { findScenarios } from '../../src/dialogue/index.js';
import { runWithFiles } from './scenario-files.js';

const FILES = Object.fromEntries(
  [
    'b.scenario.yaml',
    'a.scenario.ts',
    'shop/buy-one.scenario.yml',
    'shop/buy-two.scenario.mts',
    'shop/deep/buy-all.scenario.js',
    'shop/login.yaml',
    'shop/helper.ts',
    'node_modules/x/x.scenario.yaml',
    '.git/x.scenario.yaml',
    'empty/notes.txt',
  ].map((name) => [name, '']),
);

const findNames = (...paths: string[]): string[] | string =>
  runWithFiles(FILES, ({ path }) => {
    try {
      const files = findScenarios(paths.map((name) => join(path, name)));
      return files.map((file) => relative(path, file).replaceAll('\\', '/'));
    } catch (error) {
      return (error as Error).message.replaceAll(join(path, '/'), '');
    }
  });

test('scenarios are found in folders, by names and by patterns', () => {
  expect(findNames('.')).toEqual([
    'a.scenario.ts',
    'b.scenario.yaml',
    'shop/buy-one.scenario.yml',
    'shop/buy-two.scenario.mts',
    'shop/deep/buy-all.scenario.js',
  ]);
  expect(findNames('shop/login.yaml', 'b.scenario.yaml', '.').slice(0, 3)).toEqual([
    'shop/login.yaml',
    'b.scenario.yaml',
    'a.scenario.ts',
  ]);
  expect(findNames('**/buy-*')).toEqual(findNames('shop'));
  expect(findNames('*/buy-*')).toEqual(['shop/buy-one.scenario.yml', 'shop/buy-two.scenario.mts']);
  expect(findNames('shop/*')).toEqual(findNames('shop'));
  expect(findNames('{a,b}.scenario.??')).toEqual(['a.scenario.ts']);
});

test('a path without scenarios causes an error', () => {
  expect(findNames('empty')).toBe('There is no scenario in the folder “empty”.');
  expect(findNames('**/sell-*')).toBe('No scenario matches “**/sell-*”.');
  expect(findNames('shpo')).toBe('There is no file or folder “shpo”. Did you mean "shop"?');
});
