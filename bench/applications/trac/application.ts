/** Trac with a harbour's tickets, milestones and wiki pages. Every visitor is an administrator. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type BenchmarkApplication,
} from '../../lib/lines/application.js';

const QUERIES = {
  ticket: `select id as key, id, type, component, severity, priority, owner, reporter, cc, version, milestone, status,
    resolution, summary, description, keywords, changetime from ticket`,
  comment: `select rowid as key, ticket, author, newvalue as text from ticket_change
    where field = 'comment' and newvalue != ''`,
  wiki: `select name as key, name, text from wiki w
    where version = (select max(version) from wiki v where v.name = w.name)`,
  milestone: 'select name as key, name, due, completed, description from milestone',
  component: 'select name as key, name, owner, description from component',
  version: 'select name as key, name, time, description from version',
  enum: "select type || '/' || name as key, type, name, value from enum",
  report: 'select id as key, title, query, description from report',
  attachment: "select type || '/' || id || '/' || filename as key, filename from attachment",
  permission: "select username || '/' || action as key, username, action from permission",
};

export const trac: BenchmarkApplication = {
  name: 'trac',
  title: 'Trac (tickets and wiki)',
  volatileColumns: ['ticket.changetime'],
  async start(cwd) {
    const bin = installPythonApplications('applications-trac');
    const admin = join(bin, 'trac-admin');
    runProgram(cwd, admin, ['env', 'initenv', 'Harbour', 'sqlite:db/trac.db']);
    runProgram(cwd, admin, ['env', 'permission', 'add', 'anonymous', 'TRAC_ADMIN']);
    runProgram(cwd, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'trac/seed.py'), 'env']);
    const server = await startServer({
      cwd,
      program: join(bin, 'tracd'),
      createArgs: (port) => ['-p', port, '--hostname', '127.0.0.1', '--single-env', 'env'],
      readyPath: '/wiki',
    });
    return { ...server, ...createSqliteStateStore(join(cwd, 'env/db/trac.db'), QUERIES) };
  },
};
