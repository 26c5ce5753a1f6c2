/** bukuserver: a bookmark manager. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type BenchmarkApplication,
} from '../../lib/lines/application.js';

const QUERIES = {
  bookmark:
    "select id as key, url as url, metadata as title, trim(tags, ',') as tags, desc as description from bookmarks",
};

export const buku: BenchmarkApplication = {
  name: 'buku',
  title: 'bukuserver (bookmarks)',
  volatileColumns: [],
  async start(cwd) {
    const bin = installPythonApplications('applications-flask');
    const python = join(bin, 'python');
    const file = join(cwd, 'bookmarks.db');
    runProgram(cwd, python, [join(APPLICATIONS_FOLDER, 'buku/seed.py'), file]);
    const server = await startServer({
      cwd,
      program: python,
      createArgs: (port) => [join(APPLICATIONS_FOLDER, 'buku/serve.py'), port],
      readyPath: '/',
      env: { BUKUSERVER_DB_FILE: file, BUKUSERVER_SECRET_KEY: 'harbour', BUKUSERVER_AUTOFETCH: 'false' },
    });
    return { ...server, ...createSqliteStateStore(file, QUERIES) };
  },
};
