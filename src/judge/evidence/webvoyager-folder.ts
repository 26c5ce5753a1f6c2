/** Reads evidence from a task folder in WebVoyager's layout: `interact_messages.json` and `screenshotN.png`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import {
  findVerdictRule,
  type LoggedMessage,
  readAnswer,
  readTask,
  sortScreenshots,
  getMessageText,
} from '../protocol/faithful.js';
import { readWholeAnswer } from '../protocol/hardened.js';
import { getHost } from './demonstration.js';
import { createFileScreenshot } from './screenshots.js';
import type { SuiteResultFacts } from './suite-result.js';
import type { TaskEvidence, UnreadableTask } from './types.js';

export const MESSAGES_FILE = 'interact_messages.json';

/** @param facts the suite's record of the run; null for runs of other programs */
export function readTaskFolder(
  folder: string,
  facts: SuiteResultFacts | null,
): TaskEvidence | UnreadableTask {
  const path = resolve(folder);
  const id = facts?.id ?? basename(path).replace(/^task/, '');
  const createUnreadableTask = (fault: string, site = facts?.site || findSite(id, null)): UnreadableTask => ({
    id,
    site,
    folder: path,
    fault,
  });
  let messages: unknown;
  try {
    messages = JSON.parse(readFileSync(join(path, MESSAGES_FILE), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return createUnreadableTask(
      code === undefined ? `${MESSAGES_FILE} is not JSON` : `${MESSAGES_FILE} cannot be read (${code})`,
    );
  }
  if (!isMessageList(messages))
    return createUnreadableTask(`${MESSAGES_FILE} is not a list of chat messages`);
  const site = facts?.site || findSite(id, messages);
  const task = readTask(messages);
  // If a run ended before its first observation, the file contains only the system message. Then a rule gives the
  // verdict, without a model.
  if (task === null && messages.length > 1)
    return createUnreadableTask(`the second message of ${MESSAGES_FILE} contains no task`, site);
  const screenshotNames = sortScreenshots(readdirSync(path));
  return {
    id,
    site,
    folder: path,
    source: 'webvoyager',
    task: task ?? '',
    // Parley's navigators also accept answers that are not written as `Action: ANSWER`, so the answer in the suite's
    // record is preferred.
    answer: facts?.answer ?? (messages.length > 1 ? readWholeAnswer(getMessageText(messages.at(-1)!)) : null),
    answerByPaperProtocol: readAnswer(messages),
    decidingRule: findVerdictRule(messages),
    screenshots: screenshotNames.map((name) => createFileScreenshot(join(path, name))),
    screenshotsWithoutLabels: screenshotNames.map((name) => {
      const unlabelledPath = join(path, name.replace(/\.png$/, '_no_box.png'));
      return createFileScreenshot(existsSync(unlabelledPath) ? unlabelledPath : join(path, name));
    }),
    blocked: facts?.blocked ?? false,
    runError: facts?.runError ?? null,
  };
}

function isMessageList(value: unknown): value is LoggedMessage[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message: unknown) => {
      if (typeof message !== 'object' || message === null) return false;
      const { content } = message as { content?: unknown };
      return typeof content === 'string' || (Array.isArray(content) && content.every(isMessagePart));
    })
  );
}

function isMessagePart(part: unknown): boolean {
  return typeof part === 'object' && part !== null && typeof (part as { type?: unknown }).type === 'string';
}

/** Returns `Allrecipes` for `Allrecipes--4`; for other ids, the host of the start URL in the messages. */
function findSite(id: string, messages: readonly LoggedMessage[] | null): string {
  const siteInId = /^(.+)--\d+$/.exec(id)?.[1];
  if (siteInId !== undefined) return siteInId;
  const taskMessage = messages?.[1];
  const url = taskMessage && /Please interact with (\S+)/.exec(getMessageText(taskMessage))?.[1];
  return url === undefined ? '' : getHost(url);
}
