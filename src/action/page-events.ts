/** Formats page events and dialogs as sentences for the user. Pure. */
import type { AnsweredDialog, PageEvent, OpenDialog } from '../contract/index.js';

const MAX_TEXT_LENGTH = 200;

export function formatPageEvent(event: PageEvent): string {
  switch (event.type) {
    case 'crash':
      return `The page crashed and was opened again at ${event.url}.`;
    case 'stuck-script':
      return `A script kept the page busy for ${formatCount(event.seconds, 'second')} and was stopped.`;
    case 'navigation-stopped':
      return `${event.url} did not answer within ${formatCount(event.seconds, 'second')}, so the page stayed where it was.`;
    case 'request-refused':
      return `A request to ${event.host} was refused: ${endSentence(event.reason)}`;
    case 'too-many-tabs':
      return `The page opened too many tabs; Parley closed ${formatCount(event.closed, 'tab')}.`;
    case 'download':
      return `The page started a download; Parley saved “${truncate(event.file)}”.`;
    case 'download-refused':
      return `The download “${truncate(event.file)}” was refused: ${endSentence(event.reason)}`;
    case 'file-chooser':
      return `The page opened a file chooser for ${event.multiple ? 'files' : 'a file'} and is waiting for an upload.`;
    case 'sign-in':
      return `${event.host} asked for a user name and a password; Parley sent none.`;
    case 'frames-skipped':
      return formatSkippedFrames(event);
    case 'page-truncated':
      return `The page is too large to read completely (${formatCount(event.elements, 'element')}); Parley read only its beginning.`;
    case 'loading-stopped':
      return `The page kept loading frames; Parley stopped it after ${formatCount(event.frames, 'frame')}.`;
  }
}

/**
 * Returns a key for events that are reported only once, such as refused requests to a host. Events with the same key
 * are repetitions. Returns null for events that are always reported.
 */
export function getPageEventKey(event: PageEvent): string | null {
  switch (event.type) {
    case 'request-refused':
    case 'sign-in':
      return `${event.type} ${event.host} ${'reason' in event ? event.reason : ''}`;
    case 'frames-skipped':
      return `${event.type} ${event.url} ${event.overLimit > 0} ${event.timedOut > 0}`;
    case 'page-truncated':
      return `${event.type} ${event.url}`;
    default:
      return null;
  }
}

export function formatDialog({ type, message, answer }: AnsweredDialog): string {
  return type === 'alert'
    ? `The page said “${truncate(message)}”.`
    : `The page asked “${truncate(message || 'Leave this page?')}”; the dialog was ${answer}.`;
}

export function formatOpenDialog({ message }: OpenDialog): string {
  return `The page asks “${truncate(message || 'Leave this page?')}” and is waiting for an answer.`;
}

function formatSkippedFrames({
  overLimit,
  timedOut,
}: Extract<PageEvent, { type: 'frames-skipped' }>): string {
  const parts = [
    ...(overLimit > 0 ? [`${formatCount(overLimit, 'frame')} over the limit`] : []),
    ...(timedOut > 0 ? [`${formatCount(timedOut, 'frame')} that did not answer in time`] : []),
  ];
  return `Parley could not read parts of the page: ${parts.join(' and ')}.`;
}

const formatCount = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const endSentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

function truncate(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= MAX_TEXT_LENGTH ? line : `${line.slice(0, MAX_TEXT_LENGTH - 1).trimEnd()}…`;
}
