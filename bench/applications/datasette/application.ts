/** Datasette with a database of boats, owners and visits. It is read-only. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type LineApplication,
} from '../../lib/lines/application.js';

export const datasette: LineApplication = {
  name: 'datasette',
  title: 'Datasette (published tables)',
  volatileColumns: [],
  async start(folder) {
    const bin = installPythonApplications();
    runProgram(folder, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'datasette/fleet.py')]);
    const server = await startServer({
      folder,
      program: join(bin, 'datasette'),
      args: (port) => ['serve', 'fleet.db', '-p', port],
      path: '/',
    });
    return { ...server, ...createSqliteStateStore(join(folder, 'fleet.db'), {}) };
  },
};
