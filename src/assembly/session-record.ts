/** Opens the record of a session: the demonstration folder and its log. Also records sessions that fail to start. */
import { join, relative, resolve } from 'node:path';

import type { ParleyError, SessionEvent, SessionStart } from '../contract/index.js';
import { DemonstrationWriter, type SessionHeader } from '../demonstration/index.js';
import { createLog } from '../log/index.js';
import { getExitCode } from '../policy/index.js';
import type { Redactor } from '../secrets/index.js';
import type { BrowserPlan } from './browser-plan.js';
import { createDemonstrationId } from './demonstration-id.js';
import { formatPath } from './format-path.js';
import { createUnrecordedEnd } from './unrecorded-end.js';
import { version } from './version.js';

/** Name and location of a demonstration. */
export interface RecordPlan {
  name: string;
  description: string;
  scenario?: string;
  startUrl?: string | undefined;
  /** The results folder. */
  results: string;
  /** Id of the session that this one continues. */
  continues?: string | undefined;
  /** The request that resets the site to its initial state. */
  resetRequest?: SessionStart['reset'];
  browser: BrowserPlan;
}

export interface SessionRecord {
  recorder: DemonstrationWriter;
  log: ReturnType<typeof createLog>;
  folder: string;
  /** The folder's path as shown to the user. */
  displayPath: string;
}

/**
 * @param participants names of the navigator, ranker and browser, and the requested model settings
 * @throws ParleyError if the results folder cannot be written
 */
export function openSessionRecord(
  plan: RecordPlan,
  participants: Pick<SessionHeader, 'navigator' | 'ranker' | 'browser' | 'temperature' | 'topK'>,
  redactor: Redactor,
): SessionRecord {
  const startedAt = new Date();
  const id = createDemonstrationId(redactor.text(plan.name), startedAt, process.pid);
  const folder = join(resolve(plan.results), id);
  const recorder = DemonstrationWriter.create(
    folder,
    {
      id,
      name: plan.name,
      description: plan.description,
      startedAt: startedAt.getTime(),
      ...participants,
      url: plan.startUrl ?? '',
      parley: version,
      ...(plan.scenario ? { scenario: plan.scenario } : {}),
      ...(plan.continues === undefined ? {} : { continues: plan.continues }),
      ...describeStart(plan, folder),
    },
    redactor,
  );
  return {
    recorder,
    log: createLog(join(folder, 'run.log'), redactor),
    folder,
    displayPath: formatPath(folder),
  };
}

/** Returns the start settings that are needed if this session is saved as a scenario. */
function describeStart(
  { browser: { browser, context }, resetRequest }: RecordPlan,
  folder: string,
): { start?: SessionStart } {
  const { viewport, storageState, clock, locale, timezone } = context;
  const start: SessionStart = {
    ...(viewport ? { viewport } : {}),
    ...(storageState ? { storage: relative(folder, resolve(storageState)).replaceAll('\\', '/') } : {}),
    ...(clock ? { clock: clock.toISOString() } : {}),
    ...(locale ? { locale } : {}),
    ...(timezone ? { timezone } : {}),
    ...((browser.connect !== undefined && !browser.isolated) || browser.profile !== undefined
      ? { fromBrowser: true as const }
      : {}),
    ...(resetRequest ? { reset: resetRequest } : {}),
  };
  return Object.keys(start).length === 0 ? {} : { start };
}

/** Records the verdict of a session that never began. If that also fails, only returns the event. */
export function recordEnd(recorder: DemonstrationWriter, error: ParleyError): SessionEvent {
  const { kind, message, next } = error;
  const noActivity = { turns: 0, actions: 0, seconds: 0 };
  try {
    return recorder.end({ verdict: kind, reason: message, next, exit: getExitCode(kind), ...noActivity });
  } catch {
    return createUnrecordedEnd(error);
  }
}
