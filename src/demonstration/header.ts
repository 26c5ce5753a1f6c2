/** Creates the content of a session's `metadata.json` and `form.json`. No side effects. */
import type { SessionStart } from '../contract/index.js';
import type { DemonstrationForm, DemonstrationMetadata } from './types.js';

export interface SessionHeader {
  /** Short code. The session's folder usually has the same name. */
  id: string;
  name: string;
  /** The subject of the conversation in one sentence. */
  description: string;
  /** Milliseconds since the epoch. The times of turns are relative to this time. */
  startedAt: number;
  navigator: string;
  ranker: string;
  url: string;
  /** Version of Parley. */
  parley: string;
  browser: string;
  userAgent?: string;
  scenario?: string;
  /** Temperature that the user set for the model; undefined if not set. */
  temperature?: number;
  topK?: number;
  start?: SessionStart;
  /** Id of the session that this one continues. */
  continues?: string;
}

/** Version of the demonstration format that the files follow. */
const FORMAT_VERSION = '1.0.0';

export function toMetadata(header: SessionHeader): DemonstrationMetadata {
  return {
    version: FORMAT_VERSION,
    recordingId: header.id,
    recordingStart: header.startedAt,
    recordingStartISO: new Date(header.startedAt).toISOString(),
    timezoneOffsetMinutes: new Date(header.startedAt).getTimezoneOffset(),
    user: 'parley',
    userAgent: header.userAgent ?? '',
    parley: {
      version: header.parley,
      navigator: header.navigator,
      ranker: header.ranker,
      browser: header.browser,
      url: header.url,
      ...(header.scenario === undefined ? {} : { scenario: header.scenario }),
      ...(header.temperature === undefined ? {} : { temperature: header.temperature }),
      ...(header.topK === undefined ? {} : { topK: header.topK }),
    },
  };
}

/** @param endedAt milliseconds since the epoch */
export function addEndTime(metadata: DemonstrationMetadata, endedAt: number): DemonstrationMetadata {
  return { ...metadata, recordingEnd: endedAt, recordingEndISO: new Date(endedAt).toISOString() };
}

export function toForm(header: SessionHeader): DemonstrationForm {
  return {
    // The library parses only this format. The time is in UTC, so that the file does not depend on the time zone.
    upload_date: new Date(header.startedAt).toISOString().slice(0, 19).replace('T', ' '),
    description: header.description,
    tasks: [],
    annotator: 'parley',
    shortcode: header.id,
    navigator_name: header.navigator,
    instructor_name: header.scenario ?? 'instructor',
    // A scripted instructor does not see the screen, only what its checks read.
    instructor_sees_screen: header.scenario === undefined,
    uses_ai_generated_output: false,
  };
}
