/** Fava: a café's accounts, in one text file. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startServer } from '../../lib/application-processes.js';
import { installPythonApplications } from '../../lib/applications.js';
import { APPLICATIONS_FOLDER, type BenchmarkApplication } from '../../lib/lines/application.js';
import type { Data, Row } from '../../lib/lines/data.js';

const SEED = join(APPLICATIONS_FOLDER, 'fava/harbour.beancount');

export const fava: BenchmarkApplication = {
  name: 'fava',
  title: 'Fava (accounting)',
  volatileColumns: [],
  async start(cwd) {
    const bin = installPythonApplications('applications-flask');
    const file = join(cwd, 'harbour.beancount');
    copyFileSync(SEED, file);
    const server = await startServer({
      cwd,
      program: join(bin, 'fava'),
      createArgs: (port) => [file, '-p', port, '--host', '127.0.0.1'],
      readyPath: '/',
    });
    const initialLedger = readFileSync(file, 'utf8');
    return {
      ...server,
      saveInitialState: async () => undefined,
      readData: async () => readEntries(readFileSync(file, 'utf8')),
      reset: async () => {
        if (readFileSync(file, 'utf8') !== initialLedger) writeFileSync(file, initialLedger);
      },
    };
  },
};

/** Reads a ledger's entries, keyed by their text. An edited entry counts as one removed and one added entry. */
function readEntries(ledger: string): Data {
  const entries: Record<string, Row> = {};
  for (const block of ledger.split(/\n(?=\S)/)) {
    const text = block.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const [head = '', ...postings] = block.trim().split('\n');
    const match = /^(\S+) (\S+)(?: (.*))?$/.exec(head);
    const strings = [...(match?.[3] ?? '').matchAll(/"([^"]*)"/g)].map(([, string]) => string!);
    entries[text] = {
      date: match?.[1] ?? '',
      type: match?.[2] ?? '',
      payee: strings.length > 1 ? strings[0]! : '',
      narration: strings.at(-1) ?? '',
      head: head.replace(/\s+/g, ' '),
      postings: postings.map((posting) => posting.trim().replace(/\s+/g, ' ')).join('; '),
    };
  }
  return { entry: entries };
}
