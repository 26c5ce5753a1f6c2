/** bukuserver: a bookmark manager. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type LineApplication,
} from '../../lib/lines/application.js';

const QUERIES = {
  bookmark:
    "select id as key, url as url, metadata as title, trim(tags, ',') as tags, desc as description from bookmarks",
};

export const buku: LineApplication = {
  name: 'buku',
  title: 'bukuserver (bookmarks)',
  volatileColumns: [],
  async start(folder) {
    const bin = installPythonApplications('applications-flask');
    const python = join(bin, 'python');
    const file = join(folder, 'bookmarks.db');
    runProgram(folder, python, [join(APPLICATIONS_FOLDER, 'buku/seed.py'), file]);
    const server = await startServer({
      folder,
      program: python,
      args: (port) => [join(APPLICATIONS_FOLDER, 'buku/serve.py'), port],
      path: '/',
      env: { BUKUSERVER_DB_FILE: file, BUKUSERVER_SECRET_KEY: 'harbour', BUKUSERVER_AUTOFETCH: 'false' },
    });
    return { ...server, ...createSqliteStateStore(file, QUERIES) };
  },
};
