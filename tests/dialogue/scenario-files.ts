/** A folder with scenario files for one test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { BrokenScenario, bindScenario, loadScenario } from '../../src/dialogue/index.js';
import type { Scenario, LoadOptions } from '../../src/dialogue/index.js';

export interface Folder {
  path: string;
  load(file?: string, options?: LoadOptions): ReturnType<typeof loadScenario>;
  bind(file?: string, options?: LoadOptions, values?: Record<string, string>): Scenario;
  /** `file:line:column` with path and sentence, files as seen from the folder. */
  complaints(file?: string, options?: LoadOptions): string[];
}

/** Three lines that a scenario needs; what is tested follows. */
export const MINIMAL = 'scenario: 1\nname: x\ndialogue: [{ say: Hello }]\n';
export const START = 'start: { url: "https://x.test/" }\n';

export function withFiles<T>(files: Readonly<Record<string, string>>, test: (folder: Folder) => T): T {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'parley-scenario-')));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    }
    const load: Folder['load'] = (file = 'a.yaml', options = {}) =>
      loadScenario(join(path, file), { env: {}, ...options });
    return test({
      path,
      load,
      bind: (file, options, values) => bindScenario(load(file, options), values),
      complaints(file, options) {
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
