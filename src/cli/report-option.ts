/** The `--report` flag of `run` and `chat`: writes the report while the session runs. */
import { join } from 'node:path';
import type { Argv } from 'yargs';

import { REPORT_FILE } from '../report/index.js';

export interface ReportFlag {
  report: boolean;
}

export function reportOption<T>(yargs: Argv<T>): Argv<T & ReportFlag> {
  return yargs.option('report', {
    type: 'boolean',
    default: false,
    describe: 'Write report.html into the demonstration while the session runs',
  });
}

/** Formats the line printed after a session with `--report`. */
export const formatReportLine = (demonstration: string): string =>
  `Report: ${join(demonstration, REPORT_FILE)}`;
