/** What a session leaves: the demonstration with its folder, the log beside it, and the last event of both. */
import { join, resolve } from 'node:path';

import type { ParleyError, SessionEvent } from '../contract/index.js';
import { DemonstrationWriter, type Header } from '../demonstration/index.js';
import { createLog } from '../log/index.js';
import { exitCode } from '../policy/index.js';
import type { Redactor } from '../secrets/index.js';
import { demonstrationId } from './demonstration-id.js';
import { shownPath } from './shown-path.js';
import { unrecordedEnd } from './unrecorded-end.js';
import { version } from './version.js';

/** What a demonstration is called, and where it goes. */
export interface RecordPlan {
  name: string;
  description: string;
  scenario?: string;
  startUrl?: string | undefined;
  /** Folder that holds the demonstrations. */
  results: string;
}

export interface SessionRecord {
  recorder: DemonstrationWriter;
  log: ReturnType<typeof createLog>;
  folder: string;
  /** The folder as it is shown to people. */
  shown: string;
}

/**
 * @param by what it is held with, by name, and what was asked of it
 * @throws Problem where the folder of results cannot be written
 */
export function openRecord(
  plan: RecordPlan,
  by: Pick<Header, 'navigator' | 'ranker' | 'browser' | 'temperature' | 'topK'>,
  redactor: Redactor,
): SessionRecord {
  const startedAt = new Date();
  const id = demonstrationId(redactor.text(plan.name), startedAt, process.pid);
  const folder = join(resolve(plan.results), id);
  const recorder = DemonstrationWriter.create(
    folder,
    {
      id,
      name: plan.name,
      description: plan.description,
      startedAt: startedAt.getTime(),
      ...by,
      url: plan.startUrl ?? '',
      parley: version,
      ...(plan.scenario ? { scenario: plan.scenario } : {}),
    },
    redactor,
  );
  return { recorder, log: createLog(join(folder, 'run.log'), redactor), folder, shown: shownPath(folder) };
}

/** The verdict in the record; where that is what fails, the verdict alone. */
export function endOf(recorder: DemonstrationWriter, problem: ParleyError): SessionEvent {
  const { kind, message, next } = problem;
  const nothing = { turns: 0, actions: 0, seconds: 0 };
  try {
    return recorder.end({ verdict: kind, reason: message, next, exit: exitCode(kind), ...nothing });
  } catch {
    return unrecordedEnd(problem);
  }
}
