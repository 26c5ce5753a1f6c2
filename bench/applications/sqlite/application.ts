/** sqlite-web with a database of artists, albums and customers. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type BenchmarkApplication,
} from '../../lib/lines/application.js';

export const sqlite: BenchmarkApplication = {
  name: 'sqlite',
  title: 'sqlite-web (database console)',
  volatileColumns: [],
  async start(cwd) {
    const bin = installPythonApplications();
    runProgram(cwd, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'sqlite/make.py')]);
    const server = await startServer({
      cwd,
      program: join(bin, 'sqlite_web'),
      createArgs: (port) => ['-p', port, '-x', 'music.db'],
      readyPath: '/',
    });
    return { ...server, ...createSqliteStateStore(join(cwd, 'music.db'), {}) };
  },
};
