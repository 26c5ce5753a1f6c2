/**
 * Reads a recording's actions for `step:playback`. The recording is a trajectory in the file format of the SteP paper's
 * code, or a Parley session.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { ParleyError, type SessionEvent, type StackEvent } from '../contract/index.js';
import { readSession } from '../demonstration/index.js';
import type { RecordedStep } from '../navigator/index.js';

/** @throws ParleyError `usage` if the file is missing or has no actions */
export function readPlayback(path: string): RecordedStep[] {
  if (!existsSync(path))
    throw createPlaybackError(
      `There is no file “${path}”.`,
      'Give a SteP trajectory (JSON) or a demonstration folder.',
    );
  const isFolder = statSync(path).isDirectory();
  const steps =
    isFolder || path.endsWith('.jsonl')
      ? readSessionSteps(readSession(isFolder ? path : dirname(path)).events)
      : readTrajectory(path);
  if (steps.length === 0)
    throw createPlaybackError(
      `“${path}” has no actions to replay.`,
      'A recording is a SteP trajectory (JSON), or a session of the navigator “step”.',
    );
  return steps;
}

const createPlaybackError = (message: string, next: string): ParleyError =>
  new ParleyError('usage', message, next, { option: 'playback' });

interface TrajectoryEntry {
  action?: unknown;
  reason?: unknown;
  /** Present only if the environment performed the action. */
  done?: unknown;
}

function readTrajectory(path: string): RecordedStep[] {
  const entries = findEntries(parseJson(path));
  if (!entries)
    throw createPlaybackError(
      `“${path}” is not a trajectory, because it has no list “trajectory”.`,
      'A trajectory is a JSON file written by the released code of SteP.',
    );
  // Entries without `done` are policy calls and returns, which never reached the environment.
  const executedEntries = entries.filter((entry) => entry.done !== undefined);
  return (executedEntries.length > 0 ? executedEntries : entries).flatMap(({ action, reason }) =>
    typeof action === 'string' && action.trim() !== ''
      ? [{ action, reason: typeof reason === 'string' ? reason : '' }]
      : [],
  );
}

function findEntries(json: unknown): TrajectoryEntry[] | null {
  const list = Array.isArray(json)
    ? (json as unknown[])
    : (json as { trajectory?: unknown } | null)?.trajectory;
  return Array.isArray(list) && list.every((entry) => typeof entry === 'object' && entry !== null)
    ? (list as TrajectoryEntry[])
    : null;
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw createPlaybackError(
      `“${path}” is not JSON: ${(error as Error).message}`,
      'Give a SteP trajectory or a demonstration folder.',
    );
  }
}

function readSessionSteps(events: readonly SessionEvent[]): RecordedStep[] {
  const stackEvents = events.flatMap((event) =>
    event.type === 'say' || event.type === 'action' ? (event.evidence?.stack ?? []) : [],
  );
  return stackEvents
    .filter((event, index) => isStep(event, stackEvents[index + 1]))
    .map(({ action, reason }) => ({ action, reason }));
}

/** Whether the event is an action or the end of the root policy. In faithful mode, that end is recorded twice. */
const isStep = ({ kind, depth, action }: StackEvent, next: StackEvent | undefined): boolean =>
  kind === 'act' || (kind === 'pop' && depth === 0 && !(next?.kind === 'act' && next.action === action));
