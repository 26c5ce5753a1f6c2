/** MailDev: a mailbox that receives by SMTP. */
import { join } from 'node:path';

import { findFreePort, runProgram, startServer } from '../../lib/application-processes.js';
import { installApplications } from '../../lib/applications.js';
import { APPLICATIONS_FOLDER, type LineApplication } from '../../lib/lines/application.js';
import type { Data } from '../../lib/lines/data.js';

interface Summary {
  items: { subject: string; read: boolean; from: { address: string }[]; to: { address: string }[] }[];
}

export const maildev: LineApplication = {
  name: 'maildev',
  title: 'MailDev (mailbox)',
  // Opening a mail marks it as read.
  volatileColumns: ['mail.read'],
  async start(folder) {
    installApplications();
    const smtp = String(await findFreePort());
    const server = await startServer({
      folder,
      program: process.execPath,
      args: (port) => [
        join(APPLICATIONS_FOLDER, 'npm/node_modules/maildev/dist/bin/maildev.js'),
        '--smtp',
        smtp,
        '--ip',
        '127.0.0.1',
        '--web',
        port,
        '--web-ip',
        '127.0.0.1',
        '--silent',
      ],
      path: '/api/config',
    });
    const readData = async (): Promise<Data> => {
      const response = await fetch(`${server.url}/api/email/summary?limit=100`);
      const { items } = (await response.json()) as Summary;
      return {
        mail: Object.fromEntries(
          items.map(({ subject, read, from, to }) => [
            subject,
            { subject, read, from: from[0]!.address, to: to[0]!.address },
          ]),
        ),
      };
    };
    const seed = async (): Promise<void> => {
      await fetch(`${server.url}/api/email/all`, { method: 'DELETE' });
      runProgram(folder, process.execPath, [join(APPLICATIONS_FOLDER, 'maildev/seed.mjs'), smtp]);
    };
    await seed();
    let first = '';
    return {
      ...server,
      saveInitialState: async () => {
        first = JSON.stringify(await readData());
      },
      readData,
      reset: async () => {
        if (JSON.stringify(await readData()) !== first) await seed();
      },
    };
  },
};
