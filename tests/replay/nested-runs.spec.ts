// Tests with the real runners: scenarios that replay a recording, and an exported spec on the site where it was recorded.
import { copyFileSync, readdirSync } from 'node:fs';

import { startFixtures } from '../../fixtures/server.mjs';
import { expect, test } from '../test/project.js';

const createPage = (button: string): string =>
  `<!doctype html><title>Two</title><h1>Sides</h1><button onclick="document.title='Left'">${button}</button><button>Right</button>`;
const SCENARIO = `scenario: 1
name: Sides
replay: sessions/sides
start: { url: sides.html }
dialogue:
  - say: Click Left.
    check: [{ js: document.title, equals: Left }]
`;

test('a scenario replays its recording, falls back to the navigator, and is counted as healed', async ({
  project,
}) => {
  test.setTimeout(240_000);
  project.write({
    'package.json': '{}',
    'sides.html': createPage('Left'),
    'first.scenario.yaml': SCENARIO.replace(/^replay:.*\n/mu, ''),
  });
  const recording = await project.parley(['run', 'first.scenario.yaml', '--results', 'recorded']).finished;
  expect(recording.code, recording.text).toBe(0);
  const [session] = readdirSync(project.path('recorded'));
  project.write({ 'sessions/sides/.keep': '', 'sides.scenario.yaml': SCENARIO });
  copyFileSync(
    project.path('recorded', session!, 'session.jsonl'),
    project.path('sessions/sides/session.jsonl'),
  );

  const replayedRun = await project.parley(['test', 'sides.scenario.yaml', '--workers=1']).finished;
  expect(replayedRun.code, replayedRun.text).toBe(0);
  expect(replayedRun.text).toMatch(/passed +sides\.scenario\.yaml .*1 line replayed, 0 healed/);

  project.write({ 'sides.html': createPage('Left side') });
  const healedRun = await project.parley(['test', 'sides.scenario.yaml', '--workers=1']).finished;
  expect(healedRun.code, healedRun.text).toBe(0);
  expect(healedRun.text).toMatch(/healed +sides\.scenario\.yaml .*0 lines replayed, 1 healed/);
  expect(healedRun.text).toContain('The button “Left” is now called “Left side”.');
  expect(healedRun.text).toContain('1 of 1 scenario passed, 1 of them healed');
  const folder = readdirSync(project.path('results')).toSorted().at(-1)!;
  expect(project.json('results', folder, 'summary.json')).toMatchObject({
    totals: { passed: 1, healed: 1, failed: 0 },
    scenarios: [{ replay: { replayed: 0, healed: 1 } }],
  });

  const deniedRun = await project.parley(['test', 'sides.scenario.yaml', '--workers=1', '--heal', 'deny'])
    .finished;
  expect(deniedRun.code, deniedRun.text).toBe(1);
  expect(deniedRun.text).toContain('cannot be replayed');
});

test('an exported spec passes on the site where the session was recorded', async ({ project }) => {
  test.setTimeout(240_000);
  const sites = await startFixtures();
  try {
    const resetShop = (): Promise<Response> =>
      fetch(`${sites.url}/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ today: '2026-11-20' }),
      });
    project.write({
      'package.json': '{ "type": "module" }',
      'order.scenario.yaml': `scenario: 1
name: Order a throw
start: { url: "${sites.url}/shop/", reset: { post: "${sites.url}/reset", json: { today: "2026-11-20" } } }
dialogue:
  - say: Go to Bedroom and open the Larkfield wool throw.
    check: [{ url: "**/larkfield-wool-throw" }]
  - say: Choose sage and put two in the basket.
    check:
      - http:
          get: "${sites.url}/shop/api/state"
          expect: { json: { basket: [{ slug: larkfield-wool-throw, colour: Sage, quantity: 2 }] } }
  - say: Open the basket and click Go to checkout.
    check: [{ element: { role: textbox, name: Full name } }, { text: postcode }]
`,
      'playwright.config.js': `export default { use: { launchOptions: { executablePath: process.env.PARLEY_BROWSER } } };`,
    });
    const recording = await project.parley(['run', 'order.scenario.yaml', '--results', 'recorded']).finished;
    expect(recording.code, recording.text).toBe(0);
    const [session] = readdirSync(project.path('recorded'));
    const exportRun = await project.parley(['replay', `recorded/${session}`, '--to-spec', 'order.spec.ts'])
      .finished;
    expect(exportRun.code, exportRun.text).toBe(0);
    const spec = project.read('order.spec.ts');
    expect(spec).toContain("await test.step('Choose sage and put two in the basket.', async () => {");
    expect(spec).toContain("page.getByRole('button', { name: 'Add to basket', exact: true }).click()");

    await resetShop();
    const passedRun = await project.playwright(['test', 'order.spec.ts', '--reporter=line']);
    expect(passedRun.code, passedRun.text).toBe(0);

    // With a wrong expectation, the exported spec fails.
    project.write({
      'order.spec.ts': spec
        .replace('"quantity":2', '"quantity":3')
        .replace('.toPass()', '.toPass({ timeout: 500 })'),
    });
    await resetShop();
    const failedRun = await project.playwright(['test', 'order.spec.ts', '--reporter=line']);
    expect(failedRun.code, failedRun.text).toBe(1);
  } finally {
    await sites.close();
  }
});
