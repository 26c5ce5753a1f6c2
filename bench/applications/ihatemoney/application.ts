/** I Hate Money: five people's shared expenses. */
import { join } from 'node:path';

import { runProgram, startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import {
  APPLICATIONS_FOLDER,
  createSqliteStateStore,
  type BenchmarkApplication,
} from '../../lib/lines/application.js';

const QUERIES = {
  bill: `select b.id as key, b.what, b.amount, b.date, p.name as payer, b.bill_type as type, b.external_link as link,
    (select group_concat(name, ',') from (select o.name from billowers x join person o on o.id = x.person_id
    where x.bill_id = b.id order by o.name)) as owers
    from bill b left join person p on p.id = b.payer_id`,
  person: 'select id as key, name, weight, activated from person',
  project:
    'select id as key, id, name, contact_email, password, default_currency, logging_preference from project',
};

export const ihatemoney: BenchmarkApplication = {
  name: 'ihatemoney',
  title: 'I Hate Money (shared expenses)',
  // Saving the project hashes the password again, even if it has not changed.
  volatileColumns: ['project.password'],
  async start(cwd) {
    const bin = installPythonApplications('applications-flask');
    const env = {
      DATABASE: join(cwd, 'money.db'),
      IHATEMONEY_SETTINGS_FILE_PATH: join(APPLICATIONS_FOLDER, 'ihatemoney/settings.py'),
    };
    runProgram(cwd, join(bin, 'python'), [join(APPLICATIONS_FOLDER, 'ihatemoney/seed.py')], env);
    const server = await startServer({
      cwd,
      program: join(bin, 'flask'),
      createArgs: (port) => ['--app', 'ihatemoney.wsgi', 'run', '-p', port],
      readyPath: '/',
      env,
    });
    return {
      ...server,
      ...createSqliteStateStore(env.DATABASE, QUERIES),
      logIn: async (page) => {
        await page.goto(`${server.url}/authenticate`);
        await page.fill('#id', 'alpine-hut');
        await page.fill('#password', 'anchor-9');
        await page.press('#password', 'Enter');
        await page.waitForURL('**/alpine-hut/');
      },
    };
  },
};
