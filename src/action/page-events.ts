/** What befell the page, as one sentence each for whoever reads along. Pure. */
import type { AnsweredDialog, PageEvent, OpenDialog } from '../contract/index.js';

const LONGEST = 200;

export function incidentSentence(incident: PageEvent): string {
  switch (incident.type) {
    case 'crash':
      return `The page crashed and was opened again at ${incident.url}.`;
    case 'stuck-script':
      return `A script kept the page busy for ${count(incident.seconds, 'second')} and was stopped.`;
    case 'refused':
      return `A request to ${incident.host} was not let out: ${ended(incident.reason)}`;
    case 'too-many-tabs':
      return `The page opened more tabs than are allowed; ${count(incident.closed, 'tab')} ${incident.closed === 1 ? 'was' : 'were'} closed at once.`;
    case 'download':
      return `The page gave away a file: “${cut(incident.file)}” was saved.`;
    case 'download-refused':
      return `The download “${cut(incident.file)}” was refused: ${ended(incident.reason)}`;
    case 'file-chooser':
      return `The page asked for ${incident.multiple ? 'files' : 'a file'}; none was given yet.`;
    case 'sign-in':
      return `${incident.host} asked for a user name and a password; none were given.`;
    case 'frames-left-out':
      return leftOut(incident);
    case 'read-in-part':
      return `The page is too large to be read to its end (${count(incident.elements, 'element')}); what follows later in it is not known.`;
    case 'loading-stopped':
      return `The page was too busy loading frames to be looked at; after ${incident.frames} it was stopped from loading more.`;
  }
}

/**
 * What makes an incident the same as another that was told: pages try refused hosts again and again. Null
 * where each is an event of its own.
 */
export function incidentKey(incident: PageEvent): string | null {
  switch (incident.type) {
    case 'refused':
    case 'sign-in':
      return `${incident.type} ${incident.host} ${'reason' in incident ? incident.reason : ''}`;
    case 'frames-left-out':
      return `${incident.type} ${incident.url} ${incident.overLimit > 0} ${incident.timedOut > 0}`;
    case 'read-in-part':
      return `${incident.type} ${incident.url}`;
    default:
      return null;
  }
}

export function dialogSentence({ type, message, answer }: AnsweredDialog): string {
  return type === 'alert'
    ? `The page said “${cut(message)}”.`
    : `The page asked “${cut(message || 'Leave this page?')}”; that was ${answer}.`;
}

export function openDialogSentence({ message }: OpenDialog): string {
  return `The page asks “${cut(message || 'Leave this page?')}” and waits for an answer.`;
}

function leftOut({
  overLimit: crowd,
  timedOut: silent,
}: Extract<PageEvent, { type: 'frames-left-out' }>): string {
  const parts = [
    ...(crowd > 0 ? [`${count(crowd, 'frame')} beyond what one look reads`] : []),
    ...(silent > 0 ? [`${count(silent, 'frame')} that gave no answer in time`] : []),
  ];
  return `Parts of the page were not read: ${parts.join(', and ')}.`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const ended = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

function cut(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length <= LONGEST ? flat : `${flat.slice(0, LONGEST - 1).trimEnd()}…`;
}
