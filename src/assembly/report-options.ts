/** Connects reports to other folders, which provide descriptions of actions and the record of a running session. */
import { join } from 'node:path';

import { formatAction } from '../action/index.js';
import { ParleyError } from '../contract/index.js';
import type { DemonstrationWriter } from '../demonstration/index.js';
import { LiveReport, REPORT_FILE, type ReportPhrases } from '../report/index.js';
import type { Redactor } from '../secrets/index.js';

export const reportPhrases: ReportPhrases = {
  describeAction: ({ action, target, drop }) => formatAction(action, target, drop),
};

/** Opens the report of a running session in the folder of its record. */
export function openLiveReport(
  recorder: DemonstrationWriter,
  folder: string,
  redactor: Redactor,
): LiveReport {
  return LiveReport.create({
    dir: folder,
    path: join(folder, REPORT_FILE),
    listTurns: () => recorder.replayTurns,
    phrases: reportPhrases,
    redactor,
  });
}

/**
 * Describes a report that could not be written. The session does not fail, because `parley report` can write it later.
 */
export function describeReportFault(fault: unknown): string {
  const reason = fault instanceof ParleyError ? fault.message : String(fault);
  return `The report is not complete: ${reason} Write it again with parley report.`;
}
