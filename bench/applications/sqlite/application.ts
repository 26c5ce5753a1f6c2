/** sqlite-web with a database of artists, albums and customers. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type LineApplication,
} from '../../lib/lines/application.js';

export const sqlite: LineApplication = {
  name: 'sqlite',
  title: 'sqlite-web (database console)',
  volatileColumns: [],
  async start(folder) {
    const bin = installPythonApplications();
    runProgram(folder, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'sqlite/make.py')]);
    const server = await startServer({
      folder,
      program: join(bin, 'sqlite_web'),
      args: (port) => ['-p', port, '-x', 'music.db'],
      path: '/',
    });
    return { ...server, ...createSqliteStateStore(join(folder, 'music.db'), {}) };
  },
};
