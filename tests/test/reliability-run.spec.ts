// Runs the real runner with repeated runs, a quarantined scenario and a baseline.
import { expect, test } from './project.js';

const TWO_BUTTONS_PAGE =
  '<title>Two</title><button onclick="document.title=`Left`">Left</button><button>Right</button>';
const FLAKY_SCENARIO = `scenario: 1
name: Flaky
vars: { side: { pick: [Left, Right] } }
start: { url: two.html }
repeat: { runs: 3, pass: 1 }
dialogue:
  - say: Click {{side}}.
    check: [{ js: document.title, equals: Left }]
`;
const QUARANTINED_SCENARIO = `scenario: 1
name: Failing
tags: [quarantine]
start: { url: two.html }
dialogue:
  - say: Click Right.
    check: [{ text: never there }]
`;

test('a flaky scenario is repeated, a quarantined scenario is not counted, and a baseline is written and compared', async ({
  project,
}) => {
  test.setTimeout(180_000);
  project.write({
    'package.json': '{}',
    'two.html': TWO_BUTTONS_PAGE,
    'flaky.scenario.yaml': FLAKY_SCENARIO,
    'bad.scenario.yaml': QUARANTINED_SCENARIO,
  });
  const missingBaseline = await project.parley(['test', '--baseline', 'there/is/none.json']).finished;
  expect([missingBaseline.code, missingBaseline.text]).toEqual([
    2,
    expect.stringContaining('There is no baseline “there/is/none.json”.'),
  ]);
  const { code, text } = await project.parley(['test', '--workers=1', '--update-baseline']).finished;
  expect(text).toMatch(
    /passed +flaky\.scenario\.yaml +Flaky +\(.*; [12] of 3 runs passed\)\n +pass\^1 \d+ %, .* diverge at turn 1:/,
  );
  expect(text).toMatch(/check +bad\.scenario\.yaml .*; quarantined, not counted\)/);
  expect(text).toContain('1 of 1 scenario passed; 1 quarantined');
  expect(code).toBe(0);
  const { scenarios } = JSON.parse(project.read('results/baseline.json')) as {
    scenarios: { id: string; runs: [] }[];
  };
  expect(scenarios.map(({ id, runs }) => [id, runs.length])).toEqual([['flaky.scenario.yaml', 3]]);
  const rerun = await project.parley(['test', '--workers=1', 'flaky.scenario.yaml', '--repeat=1']).finished;
  expect(rerun.text).toMatch(/Pass rate: \d+ %; baseline: \d+ %; change: .*, no clear difference\./);
});
