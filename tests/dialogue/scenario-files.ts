/** Creates a folder with scenario files for one test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { BrokenScenario, bindScenario, loadScenario } from '../../src/dialogue/index.js';
import type { Scenario, LoadOptions } from '../../src/dialogue/index.js';

export interface ScenarioFolder {
  path: string;
  load(file?: string, options?: LoadOptions): ReturnType<typeof loadScenario>;
  loadAndBind(file?: string, options?: LoadOptions, values?: Record<string, string>): Scenario;
  /** A scenario's errors as `file:line:column path: message`, with files relative to the folder. */
  errors(file?: string, options?: LoadOptions): string[];
}

/** A scenario's required keys; tests append others. */
export const MINIMAL = 'scenario: 1\nname: x\ndialogue: [{ say: Hello }]\n';
export const START = 'start: { url: "https://x.test/" }\n';

export function runWithFiles<T>(
  files: Readonly<Record<string, string>>,
  test: (folder: ScenarioFolder) => T,
): T {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'parley-scenario-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    }
    const load: ScenarioFolder['load'] = (file = 'a.yaml', options = {}) =>
      loadScenario(join(path, file), { env: {}, ...options });
    return test({
      path,
      load,
      loadAndBind: (file, options, values) => bindScenario(load(file, options), values),
      errors(file, options) {
        try {
          load(file, options);
          return [];
        } catch (error) {
          if (!(error instanceof BrokenScenario)) throw error;
          return error.message.replaceAll(`${path}/`, '').split('\n');
        }
      },
    });
  } finally {
    rmSync(path, { recursive: true });
  }
}
