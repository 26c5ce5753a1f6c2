/** MailDev: a mailbox that receives mail by SMTP. */
import { join } from 'node:path';

import { findFreePort, runProgram, startServer } from '../../lib/application-processes.js';
import { installNpmApplications } from '../../lib/applications.js';
import { APPLICATIONS_FOLDER, type BenchmarkApplication } from '../../lib/lines/application.js';
import type { Data } from '../../lib/lines/data.js';

interface MailSummary {
  items: { subject: string; read: boolean; from: { address: string }[]; to: { address: string }[] }[];
}

export const maildev: BenchmarkApplication = {
  name: 'maildev',
  title: 'MailDev (mailbox)',
  // Opening an e-mail marks it as read.
  volatileColumns: ['mail.read'],
  async start(cwd) {
    installNpmApplications();
    const smtpPort = String(await findFreePort());
    const server = await startServer({
      cwd,
      program: process.execPath,
      createArgs: (port) => [
        join(APPLICATIONS_FOLDER, 'npm/node_modules/maildev/dist/bin/maildev.js'),
        '--smtp',
        smtpPort,
        '--ip',
        '127.0.0.1',
        '--web',
        port,
        '--web-ip',
        '127.0.0.1',
        '--silent',
      ],
      readyPath: '/api/config',
    });
    const readData = async (): Promise<Data> => {
      const response = await fetch(`${server.url}/api/email/summary?limit=100`);
      const { items } = (await response.json()) as MailSummary;
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
      runProgram(cwd, process.execPath, [join(APPLICATIONS_FOLDER, 'maildev/seed.mjs'), smtpPort]);
    };
    await seed();
    let initialMails = '';
    return {
      ...server,
      saveInitialState: async () => {
        initialMails = JSON.stringify(await readData());
      },
      readData,
      reset: async () => {
        if (JSON.stringify(await readData()) !== initialMails) await seed();
      },
    };
  },
};
