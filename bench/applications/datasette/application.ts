/** The Datasette server with a database of boats, owners and visits. The server is read-only. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type BenchmarkApplication,
} from '../../lib/lines/application.js';

export const datasette: BenchmarkApplication = {
  name: 'datasette',
  title: 'Datasette (published tables)',
  volatileColumns: [],
  async start(cwd) {
    const bin = installPythonApplications();
    runProgram(cwd, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'datasette/fleet.py')]);
    const server = await startServer({
      cwd,
      program: join(bin, 'datasette'),
      createArgs: (port) => ['serve', 'fleet.db', '-p', port],
      readyPath: '/',
    });
    return { ...server, ...createSqliteStateStore(join(cwd, 'fleet.db'), {}) };
  },
};
