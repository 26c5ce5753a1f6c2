// The files of `broken/`: each with the complaints that `broken/expected.txt` lists below its name.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { BrokenScenario, complaintText, findScenarios, loadScenario } from '../../src/dialogue/index.js';

const FOLDER = fileURLToPath(new URL('./broken/', import.meta.url));

const expected = new Map(
  readFileSync(`${FOLDER}expected.txt`, 'utf8')
    .split(/\n(?=\S)/)
    .map((part) => part.split('\n').map((line) => line.trim()))
    .map(([name = '', ...complaints]) => [name, complaints.filter((line) => line !== '')]),
);

function complaintsOf(name: string): string[] {
  try {
    loadScenario(`${FOLDER}${name}`, { builtins: ['FIXTURES'], env: {} });
  } catch (error) {
    if (!(error instanceof BrokenScenario)) throw error;
    return error.complaints.map((complaint) => complaintText(complaint).replaceAll(FOLDER, ''));
  }
  return [];
}

test('the corpus has at least forty files, each with its complaints', () => {
  const files = findScenarios([FOLDER]).map((file) => file.slice(FOLDER.length));
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect([...expected.keys()].toSorted()).toEqual(files.toSorted());
});

for (const [name, complaints] of expected)
  test(`tells what is wrong with ${name}`, () => {
    const told = complaintsOf(name);
    expect(told).toEqual(complaints);
    expect(told.length).toBeGreaterThan(0);
    for (const line of told) {
      expect(line).toMatch(/^\S+:\d+:\d+( \S.*?)?: .+[.?!]$/);
      expect(line).not.toMatch(/Invalid input|received|unrecognized|undefined(?! \(reading)/i);
    }
  });
