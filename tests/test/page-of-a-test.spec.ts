// `parley({ page })` in an ordinary test: the conversation uses the page of the test.
import { COUNTER_PAGE, createCounterScenario, expect, test } from './project.js';

test.setTimeout(120_000);

test('a conversation on an ordinary test’s page leaves the page open', async ({ project }) => {
  project.write({
    'package.json': '{ "name": "outside", "private": true }',
    'playwright.config.ts': `import { defineConfig } from '@playwright/test';
export default defineConfig({ workers: 1, reporter: 'line', use: { trace: 'retain-on-failure' } });`,
    'Räume 1/counter.html': COUNTER_PAGE,
    'Räume 1/one.scenario.yaml': createCounterScenario('One', 'secrets: [PIN]').replace('"1"', '"3"'),
    'mine.spec.ts': `import { pathToFileURL } from 'node:url';
import { expect, test } from 'parley-web/test';

test('mine', async ({ page, parley }, info) => {
  await page.setContent(\`${COUNTER_PAGE.replaceAll('\n', ' ')}<button onclick="confirm('Sure?') && (n.textContent = 'sure')">Ask</button>\`);
  await page.getByRole('button', { name: 'Add one' }).click();
  const run = await parley({ page }).say('Click Add one.');
  expect(run.verdict.kind).toBe('done');
  expect(run.transcript).toContain('Did: click button “Add one”');
  await expect(page.locator('output')).toHaveText('2');
  const scenarioRun = await parley({ page }).run(pathToFileURL('Räume 1/one.scenario.yaml'));
  expect(scenarioRun.actions).toBe(1);
  expect(info.annotations.map(({ type }) => type)).toEqual(['warning']);
  await expect(page.locator('output')).toHaveText('3');
  const soft = await parley({ page }).say('Click Subscribe.', { soft: true });
  expect(soft.verdict.kind).not.toBe('done');
  // After the conversation, the test answers dialogs itself.
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.locator('output')).toHaveText('sure');
  expect(info.attachments.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['transcript', 'demonstration', 'transcript (2)', 'transcript (3)']),
  );
  const missing = await parley({ page }).run('Räume 1/two.scenario.yaml').catch(({ message }) => message);
  expect(missing).toMatch(/^There is no file .*Did you mean "one.scenario.yaml"\\?\\nCheck the path/);
  await parley({ page }).say('Click Subscribe.');
});
`,
  });
  const { code, text } = await project.playwright(['test'], { PIN: 'four-9-nine' });
  expect(text).toMatch(/Error: Stuck: .*“Subscribe”/);
  expect(text).toMatch(/> 26 \|\s+await parley\(\{ page \}\)\.say\('Click Subscribe\.'\);/);
  expect(text).toContain('1 failed');
  expect(code).toBe(1);
});
