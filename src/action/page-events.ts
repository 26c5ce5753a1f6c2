/** Formats page events and dialogs as sentences for the user. Pure. */
import type { AnsweredDialog, PageEvent, OpenDialog } from '../contract/index.js';

const MAX_TEXT_LENGTH = 200;

export function formatPageEvent(incident: PageEvent): string {
  switch (incident.type) {
    case 'crash':
      return `The page crashed and was opened again at ${incident.url}.`;
    case 'stuck-script':
      return `A script kept the page busy for ${count(incident.seconds, 'second')} and was stopped.`;
    case 'request-refused':
      return `A request to ${incident.host} was refused: ${ended(incident.reason)}`;
    case 'too-many-tabs':
      return `The page opened too many tabs; Parley closed ${count(incident.closed, 'tab')}.`;
    case 'download':
      return `The page started a download; Parley saved “${cut(incident.file)}”.`;
    case 'download-refused':
      return `The download “${cut(incident.file)}” was refused: ${ended(incident.reason)}`;
    case 'file-chooser':
      return `The page opened a file chooser for ${incident.multiple ? 'files' : 'a file'} and waits for an upload.`;
    case 'sign-in':
      return `${incident.host} asked for a user name and a password; Parley sent none.`;
    case 'frames-skipped':
      return leftOut(incident);
    case 'page-truncated':
      return `The page is too large to read completely (${count(incident.elements, 'element')}); Parley read only its beginning.`;
    case 'loading-stopped':
      return `The page kept loading frames; Parley stopped it after ${count(incident.frames, 'frame')}.`;
  }
}

/** Key of an event that may repeat and is reported once, such as a refused host; null if every event is reported. */
export function pageEventKey(incident: PageEvent): string | null {
  switch (incident.type) {
    case 'request-refused':
    case 'sign-in':
      return `${incident.type} ${incident.host} ${'reason' in incident ? incident.reason : ''}`;
    case 'frames-skipped':
      return `${incident.type} ${incident.url} ${incident.overLimit > 0} ${incident.timedOut > 0}`;
    case 'page-truncated':
      return `${incident.type} ${incident.url}`;
    default:
      return null;
  }
}

export function formatDialog({ type, message, answer }: AnsweredDialog): string {
  return type === 'alert'
    ? `The page said “${cut(message)}”.`
    : `The page asked “${cut(message || 'Leave this page?')}”; that was ${answer}.`;
}

export function formatOpenDialog({ message }: OpenDialog): string {
  return `The page asks “${cut(message || 'Leave this page?')}” and waits for an answer.`;
}

function leftOut({ overLimit, timedOut }: Extract<PageEvent, { type: 'frames-skipped' }>): string {
  const parts = [
    ...(overLimit > 0 ? [`${count(overLimit, 'frame')} over the limit`] : []),
    ...(timedOut > 0 ? [`${count(timedOut, 'frame')} that did not answer in time`] : []),
  ];
  return `Parley could not read parts of the page: ${parts.join(' and ')}.`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const ended = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

function cut(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length <= MAX_TEXT_LENGTH ? flat : `${flat.slice(0, MAX_TEXT_LENGTH - 1).trimEnd()}…`;
}
