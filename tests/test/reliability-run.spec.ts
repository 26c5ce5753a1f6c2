// Repeated runs, quarantine and a baseline in a real run of the runner.
import { expect, test } from './project.js';

const PAGE = '<title>Two</title><button onclick="document.title=`Left`">Left</button><button>Right</button>';
const SHAKY = `scenario: 1
name: Shaky
vars: { side: { pick: [Left, Right] } }
start: { url: two.html }
repeat: { runs: 3, pass: 1 }
dialogue:
  - say: Click {{side}}.
    check: [{ js: document.title, equals: Left }]
`;
const BAD = `scenario: 1
name: Known to be bad
tags: [quarantine]
start: { url: two.html }
dialogue:
  - say: Click Right.
    check: [{ text: never there }]
`;

test('a flaky and a quarantined scenario with a baseline, in a real run', async ({ project }) => {
  test.setTimeout(180_000);
  project.write({
    'package.json': '{}',
    'two.html': PAGE,
    'shaky.scenario.yaml': SHAKY,
    'bad.scenario.yaml': BAD,
  });
  const none = await project.parley(['test', '--baseline', 'there/is/none.json']).finished;
  expect([none.code, none.text]).toEqual([
    2,
    expect.stringContaining('There is no baseline there/is/none.json.'),
  ]);
  const { code, text } = await project.parley(['test', '--workers=1', '--update-baseline']).finished;
  expect(text).toMatch(
    /passed +shaky\.scenario\.yaml +Shaky +\(.*; [12] of 3 runs passed\)\n +pass\^1 \d+ %, .* diverge at turn 1:/,
  );
  expect(text).toMatch(/check +bad\.scenario\.yaml .*; quarantined, not counted\)/);
  expect(text).toContain('1 of 1 scenario passed; 1 quarantined');
  expect(code).toBe(0);
  const { scenarios } = JSON.parse(project.read('results/baseline.json')) as {
    scenarios: { id: string; runs: [] }[];
  };
  expect(scenarios.map(({ id, runs }) => [id, runs.length])).toEqual([['shaky.scenario.yaml', 3]]);
  const again = await project.parley(['test', '--workers=1', 'shaky.scenario.yaml', '--repeat=1']).finished;
  expect(again.text).toMatch(/Beside the baseline: \d+ % pass, \d+ % did: .*, no different from it\./);
});
