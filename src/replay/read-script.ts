/** Reads the script of a replay from a recorded session: from its folder, or from a file with the same events. */
import { statSync } from 'node:fs';

import {
  ParleyError,
  type CheckResult,
  type ReplayAction,
  type ReplayLine,
  type ReplayScript,
  type ScriptTurn,
  type SessionEvent,
} from '../contract/index.js';
import { readSession, readSessionFile } from '../demonstration/index.js';
import { createLegacyFingerprint } from './legacy-fingerprint.js';

type EventOfType<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

const SCRIPT_HINT = 'Give the folder of a session in results/, or a file written by `parley replay --save`.';

/**
 * @param path folder of a session, or a file written with `--save`
 * @throws ParleyError `usage` if it is not a session, is damaged, has another version, or contains nothing to replay
 */
export function readReplayScript(path: string): ReplayScript {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const { events } = isFile ? readSessionFile(path) : readSession(path);
  const folder = isFile ? null : path;
  return toReplayScript(events, path, folder);
}

/** @param folder folder with the recorded pages; null if there are none */
export function toReplayScript(
  events: readonly SessionEvent[],
  source: string,
  folder: string | null,
): ReplayScript {
  const [session] = events;
  if (session?.type !== 'session')
    throw new ParleyError('usage', `“${source}” is empty: it has no events.`, SCRIPT_HINT);
  const lines: ReplayLine[] = [];
  const finalChecks: CheckResult[] = [];
  let visitedUrls: string[] = [];
  let bannerPolicy: string | null = null;
  let startTitle = '';
  let recordedMs = 0;
  let isInstructorsTurn = true;
  for (const event of events) {
    const line = lines.at(-1);
    switch (event.type) {
      case 'page':
        recordedMs += event.ms ?? event.settle.ms;
        if (event.reason === 'instructor') visitedUrls.push(event.url);
        else startTitle ||= event.title;
        break;
      case 'say':
        if (event.speaker === 'instructor') {
          const lastTurn = line?.turns.at(-1);
          const isAnswer = lastTurn?.type === 'say' && lastTurn.kind === 'ask';
          lines.push({
            text: event.text,
            isAnswer,
            isInterjection: line !== undefined && !isInstructorsTurn,
            visitedUrls,
            turns: [],
            checks: [],
          });
          visitedUrls = [];
          isInstructorsTurn = false;
        } else {
          line?.turns.push({
            type: 'say',
            turn: event.turn,
            kind: event.kind ?? 'report',
            text: event.text,
            ...(event.page?.shown ? { requiredFacts: event.page.shown } : {}),
          });
          isInstructorsTurn = event.kind !== 'ack';
        }
        break;
      case 'action':
        recordedMs += getDurationMs(event);
        if (isOwnAction(event)) bannerPolicy ??= findBannerPolicy(event);
        else if (shouldReplay(event)) line?.turns.push(toReplayAction(event, line.turns, folder));
        break;
      case 'check':
        if (event.result.label.startsWith('finally: ')) finalChecks.push(event.result);
        else line?.checks.push(event.result);
        break;
      default:
        break;
    }
  }
  if (lines.length === 0)
    throw new ParleyError(
      'usage',
      `“${source}” contains no instructor lines, so there is nothing to replay.`,
      'Choose a session with at least one instructor line.',
    );
  return {
    source,
    name: session.name,
    startUrl: session.url,
    startTitle,
    start: session.start ?? {},
    folder,
    navigator: session.navigator,
    lines,
    finalChecks,
    bannerPolicy,
    recordedMs,
    isComplete: events.at(-1)?.type === 'end',
  };
}

/** Older records do not contain the action's duration (`ms`). */
function getDurationMs({ ms, observation, outcome }: EventOfType<'action'>): number {
  const settleMs = 'settle' in outcome ? outcome.settle.ms : 0;
  return observation.ms + (ms ?? settleMs);
}

const BANNER_NOTE = /^cookie banner, requested by --banners (\w+)$/u;

/** Whether the session acted by itself. A replay answers cookie banners with the same policy. */
const isOwnAction = ({ automatic, evidence }: EventOfType<'action'>): boolean =>
  automatic === true || BANNER_NOTE.test(evidence?.note ?? '');

const findBannerPolicy = ({ evidence }: EventOfType<'action'>): string | null =>
  BANNER_NOTE.exec(evidence?.note ?? '')?.[1] ?? null;

/** Failed actions are not replayed. Recorded waits are not needed, because a replay waits for each element. */
const shouldReplay = ({ action, outcome }: EventOfType<'action'>): boolean =>
  outcome.status !== 'failed' && action.intent !== 'wait';

function toReplayAction(
  event: EventOfType<'action'>,
  earlierTurns: readonly ScriptTurn[],
  folder: string | null,
): ReplayAction {
  const { turn, action, target, drop, outcome, page, tab, consent, evidence } = event;
  // Only the first action of a decision has evidence.
  const lastAction = earlierTurns.findLast((scriptTurn) => scriptTurn.type === 'action');
  const request = evidence?.query ?? (evidence === undefined ? lastAction?.request : undefined);
  const createFingerprint = (element: typeof target): ReplayAction['fingerprint'] =>
    element && createLegacyFingerprint(element, folder, page.html);
  return {
    type: 'action',
    turn,
    action,
    target,
    ...(drop ? { drop } : {}),
    outcome,
    url: page.url,
    fingerprint: event.fingerprint ?? createFingerprint(target),
    dropFingerprint: event.dropFingerprint ?? createFingerprint(drop ?? null),
    ...(page.dialog ? { dialog: page.dialog } : {}),
    ...(tab ? { tab } : {}),
    ...(request === undefined ? {} : { request }),
    isOptional: outcome.status === 'no-effect' || onlyMovesView(action.intent),
    isIrreversible: consent !== undefined,
    ...(consent?.given && consent.orderWords !== undefined && consent.review
      ? {
          confirmedInstruction: {
            class: consent.class,
            what: consent.what,
            words: consent.orderWords,
            review: consent.review,
          },
        }
      : {}),
  };
}

/** Whether the action only scrolls another area of the page into view. */
const onlyMovesView = (intent: ReplayAction['action']['intent']): boolean =>
  intent === 'scroll' || intent === 'reveal';
