/** The messages of `dialogue/`: errors in scenario files, missing paths and missing secrets. */
import { expect, test } from '@playwright/test';

import { ParleyError } from '../../src/contract/index.js';
import { findScenarios, loadScenario, parseScenario, readSecretValues } from '../../src/dialogue/index.js';

/** Returns the error that the function throws. */
function catchError(run: () => unknown): ParleyError {
  try {
    run();
  } catch (error) {
    if (error instanceof ParleyError) return error;
    throw error;
  }
  throw new Error('no error');
}

const SCENARIO_START = 'scenario: 1\nname: x\nstart: {url: http://127.0.0.1/}\n';
const DIALOGUE = 'dialogue:\n  - say: hello\n';

const SCENARIO_FILES: readonly [description: string, text: string, messages: readonly string[]][] = [
  [
    'an empty file',
    '',
    ['1:1: the file is empty; a scenario is a map (key: value); it starts with the line "scenario: 1".'],
  ],
  ['an unclosed quote', 'name: "x\n', ['1:7: the text that starts here has no closing quote.']],
  [
    'a tab',
    'name: x\ndialogue:\n\t- say: a\n',
    ['3:1: the line is indented with a tab; YAML allows only spaces.'],
  ],
  [
    'a key given twice',
    'name: a\nname: b\n',
    ['2:1: the key "name" occurs twice; each key may occur only once in a map.'],
  ],
  [
    'no space after a colon',
    `start:http://127.0.0.1/\n${DIALOGUE}`,
    ['1:1: a colon needs a space after it: "start: http://127.0.0.1/".'],
  ],
  [
    'bare braces',
    `${SCENARIO_START}dialogue:\n  - say: {{name}} x\n`,
    ['5:10: text that starts with {{…}} needs quotes around it: "{{name}} …".'],
  ],
  [
    'missing keys',
    DIALOGUE,
    ['1:1 scenario: is missing.', '1:1 name: is missing.', '1:1 start: is missing.'],
  ],
  [
    'a misspelt key',
    `${SCENARIO_START}${DIALOGUE}dialog: []\n`,
    ['6:1 dialog: "dialog" is not a known key. Did you mean "dialogue"?'],
  ],
  [
    'text in place of a list',
    `${SCENARIO_START}dialogue: hello\n`,
    ['4:11 dialogue: must be a list, not a string: start each entry with "- ".'],
  ],
  [
    'text in place of a map',
    `scenario: 1\nname: x\nstart: http://127.0.0.1/\n${DIALOGUE}`,
    ['3:8 start: must be a map (key: value), not a string.'],
  ],
  ['an empty instruction', `${SCENARIO_START}dialogue:\n  - say: ""\n`, ['5:10 dialogue[0].say: is empty.']],
  [
    'an unknown variable',
    `${SCENARIO_START}dialogue:\n  - say: "{{nme}}"\n`,
    ['5:11 dialogue[0].say: there is no variable "nme". Define it under vars.'],
  ],
  [
    'an unlisted secret',
    `${SCENARIO_START}dialogue:\n  - say: "{{secret.PW}}"\n`,
    ['5:11 dialogue[0].say: "PW" is not listed under secrets. List the name there.'],
  ],
];

test('messages about errors in scenario files', () => {
  for (const [description, text, messages] of SCENARIO_FILES) {
    const error = catchError(() => parseScenario('a.scenario.yaml', text));
    const expectedLines = messages.map((message) => `a.scenario.yaml:${message}`);
    expect.soft(error.message.split('\n'), description).toEqual(expectedLines);
    expect
      .soft(error.next, description)
      .toBe('Correct the file and run it again; docs/scenarios.md describes what it may contain.');
  }
});

const MISSING_ITEMS: readonly [description: string, run: () => unknown, message: string, next: string][] = [
  [
    'a file',
    () => loadScenario('nowhere/a.scenario.yaml'),
    'There is no file “nowhere/a.scenario.yaml”.',
    'Check the path; scenario files end in .scenario.yaml.',
  ],
  [
    'a file or folder',
    () => findScenarios(['nowhere']),
    'There is no file or folder “nowhere”.',
    'Give scenario files, folders that contain some, or a pattern in quotes.',
  ],
  [
    'a pattern',
    () => findScenarios(['nowhere/*.yaml']),
    'No scenario matches “nowhere/*.yaml”.',
    'Put the pattern in quotes; ** matches folders at any depth.',
  ],
  [
    'a folder without scenarios',
    () => findScenarios(['src/text']),
    'There is no scenario in the folder “src/text”.',
    'The names of scenario files end in .scenario.yaml or .scenario.ts.',
  ],
  [
    'secrets',
    () => readSecretValues(['PW', 'KEY'], {}),
    'The scenario needs the secrets PW and KEY, which are not set in the environment.',
    'Set PW (or PARLEY_SECRET_PW) and KEY (or PARLEY_SECRET_KEY).',
  ],
];

test('messages about missing paths and secrets', () => {
  for (const [description, run, message, next] of MISSING_ITEMS) {
    const error = catchError(run);
    expect.soft([error.message, error.next], description).toEqual([message, next]);
  }
});
