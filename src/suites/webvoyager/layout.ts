/**
 * Writes WebVoyager's results layout into a task's folder, from the recorded session: `interact_messages.json`,
 * `screenshot1.png` …, in text mode `accessibility_tree1.txt` …, downloaded PDF files and `agent.log`. Also writes
 * `steps.jsonl`, which WebVoyager does not have.
 */
import { copyFileSync, existsSync, linkSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readPageFiles, readPrompts } from '../../demonstration/index.js';
import type { FinishedTask } from '../suite.js';
import { createInteraction } from './interact-messages.js';
import { listSteps, type StepRecord } from './steps.js';
import { listTurns } from './turns.js';

const MESSAGES_FILE = 'interact_messages.json';
const STEPS_FILE = 'steps.jsonl';
const LOG_FILE = 'agent.log';
/** Subfolder of the demonstration. */
const DOWNLOADS_FOLDER = 'downloads';

export const isLayoutFile = (name: string): boolean =>
  [MESSAGES_FILE, STEPS_FILE, LOG_FILE].includes(name) ||
  /^(screenshot\d+\.png|accessibility_tree\d+\.txt)$/.test(name) ||
  isPdf(name);

const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

export function writeLayout(
  folder: string,
  { task, result, url, events, demonstration }: FinishedTask,
): void {
  const turns = listTurns(events);
  const prompts = (demonstration !== null && readPrompts(demonstration)) || [];
  const interaction = createInteraction({
    task: task.text,
    url,
    navigator: result.navigator,
    turns,
    prompts,
  });
  writeFileSync(join(folder, MESSAGES_FILE), `${JSON.stringify(interaction.messages, null, 2)}\n`);
  for (const { number, file } of interaction.screenshots)
    if (demonstration !== null) shareFile(join(demonstration, file), join(folder, `screenshot${number}.png`));
  if (demonstration !== null)
    for (const name of listPdfs(join(demonstration, DOWNLOADS_FOLDER)))
      shareFile(join(demonstration, DOWNLOADS_FOLDER, name), join(folder, name));
  for (const { number, text } of interaction.trees)
    writeFileSync(join(folder, `accessibility_tree${number}.txt`), text);
  const readBoxes = (html: string): string | null =>
    demonstration === null ? null : (readPageFiles(demonstration, html)?.boxes?.json ?? null);
  const navigatorPrompts = prompts.filter(({ purpose }) => purpose === 'navigator');
  const steps = listSteps(turns, navigatorPrompts, interaction, readBoxes);
  writeFileSync(join(folder, STEPS_FILE), steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
  writeFileSync(join(folder, LOG_FILE), formatLog(steps, result.reason));
}

function listPdfs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter(isPdf) : [];
}

/** Links a file, because screenshots are large. Copies it if the file system does not support links. */
function shareFile(from: string, to: string): void {
  if (!existsSync(from)) return;
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Formats lines like WebVoyager's logger: `INFO - …`. */
function formatLog(steps: readonly StepRecord[], reason: string): string {
  const lines = steps.flatMap(({ iteration, url, thought, action, tokens, error }) => [
    `INFO - Iter: ${iteration}`,
    `INFO - URL: ${url}`,
    `INFO - Thought: ${toSingleLine(thought)}`,
    `INFO - Action: ${toSingleLine(action.text || action.raw)}`,
    ...(tokens > 0 ? [`INFO - Tokens: ${tokens}`] : []),
    ...(error === null ? [] : [`ERROR - ${toSingleLine(error)}`]),
  ]);
  return `${[...lines, `INFO - ${toSingleLine(reason)}`, 'INFO - finish!!'].join('\n')}\n`;
}

const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
