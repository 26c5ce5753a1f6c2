// Loads the files in `broken/`, whose errors are listed in `broken/expected.txt`.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { BrokenScenario, findScenarios, loadScenario } from '../../src/dialogue/index.js';
import { formatFileError } from '../../src/yaml/index.js';

const BROKEN_FOLDER = fileURLToPath(new URL('./broken/', import.meta.url));

const expected = new Map(
  readFileSync(`${BROKEN_FOLDER}expected.txt`, 'utf8')
    .split(/\n(?=\S)/)
    .map((part) => part.split('\n').map((line) => line.trim()))
    .map(([name = '', ...lines]) => [name, lines.filter((line) => line !== '')]),
);

function listErrors(name: string): string[] {
  try {
    loadScenario(`${BROKEN_FOLDER}${name}`, { builtins: ['FIXTURES'], env: {} });
  } catch (error) {
    if (!(error instanceof BrokenScenario)) throw error;
    return error.errors.map((scenarioError) => formatFileError(scenarioError).replaceAll(BROKEN_FOLDER, ''));
  }
  return [];
}

test('the corpus has at least forty files, each with expected errors', () => {
  const files = findScenarios([BROKEN_FOLDER]).map((file) => file.slice(BROKEN_FOLDER.length));
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect([...expected.keys()].toSorted()).toEqual(files.toSorted());
});

test('each broken scenario has the expected errors', () => {
  for (const [name, lines] of expected) {
    const errors = listErrors(name);
    expect.soft(errors, name).toEqual(lines);
    expect.soft(errors.length, name).toBeGreaterThan(0);
    for (const line of errors) {
      expect.soft(line).toMatch(/^\S+:\d+:\d+( \S.*?)?: .+[.?!]$/);
      expect.soft(line).not.toMatch(/Invalid input|received|unrecognized|undefined(?! \(reading)/i);
    }
  }
});
