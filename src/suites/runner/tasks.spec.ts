/** The spec of `parley bench`: declares the tasks of the run that have no result yet. */
import { readFileSync } from 'node:fs';

import { applyRunSettings, test } from '../../test/suite-parts.js';
import { readRunTasks } from '../run-folder.js';
import { readSuiteSettings } from '../settings.js';

const settings = readSuiteSettings();
const pendingIds = new Set(JSON.parse(readFileSync(settings.pendingFile, 'utf8')) as string[]);

for (const task of readRunTasks(settings.folder)) {
  if (!pendingIds.has(task.id)) continue;
  test(
    task.id,
    { annotation: { type: 'task', description: task.id } },
    async (
      { navigator, model, ranker, parleyOptions, parleyWorker, newScenarioContext, parleySignal },
      testInfo,
    ) => {
      const { runTaskTest } = await import('./task-test.js');
      await runTaskTest({
        task,
        settings,
        test,
        testInfo,
        options: applyRunSettings({ navigator, model, ranker, parleyOptions }),
        worker: parleyWorker,
        newContext: newScenarioContext,
        signal: parleySignal,
      });
    },
  );
}
