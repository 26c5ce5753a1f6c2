// Runs the real runner with a scenario whose check a model judges.
import { readdirSync } from 'node:fs';

import { startFakeModelServer } from '../support/fake-model-server.js';
import { expect, test } from './project.js';

const PAGE = '<title>Two</title><button onclick="document.title=`Left`">Left</button>';
const SCENARIO = `scenario: 1
name: Judged
start: { url: two.html }
dialogue:
  - say: Click Left.
    check: [{ js: document.title, equals: Left }]
finally: [{ judge: { task: "The button Left was pressed." }, gate: true }]
`;

test('parley test asks the judge, counts its cost separately, and requires its model', async ({
  project,
}) => {
  test.setTimeout(180_000);
  project.write({ 'package.json': '{}', 'two.html': PAGE, 'judged.scenario.yaml': SCENARIO });
  const server = await startFakeModelServer(() => ({
    text: JSON.stringify({
      explanation: 'It was.',
      verdict: 'success',
      reached_captcha: false,
      impossible_task: false,
    }),
    usage: { prompt: 700, answer: 20 },
  }));
  try {
    const model = ['--judge-model', 'eyes', '--base-url', server.url, '--model-price', '1,1'];
    const { code, text } = await project.parley(['test', '--workers=1', ...model]).finished;
    expect(code, text).toBe(0);
    expect(text).toMatch(/passed +judged\.scenario\.yaml .*judge: 720 tokens, \$0\.0007/);
    const folder = readdirSync(project.path('results')).find((name) => name.endsWith('-test'));
    const { totals, scenarios } = JSON.parse(project.read(`results/${folder}/summary.json`)) as {
      totals: object;
      scenarios: { runs: object[] }[];
    };
    expect(totals).toMatchObject({ tokens: 0, usd: 0, judge: { calls: 1, tokens: 720 } });
    expect(scenarios[0]!.runs[0]).toMatchObject({ judge: { calls: 1, tokens: 720, usd: 0.00072 } });
  } finally {
    await server.close();
  }
  const withoutModel = await project.parley(['test', '--workers=1']).finished;
  expect(withoutModel.code).toBe(2);
  expect(withoutModel.text).toContain('finally[0].judge needs a language model');
});
