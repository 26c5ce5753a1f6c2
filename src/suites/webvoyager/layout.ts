/**
 * Writes the results layout of WebVoyager into a task's folder, from the recorded session:
 * `interact_messages.json`, `screenshot1.png` …, `agent.log`, and `steps.jsonl` beside them.
 */
import { copyFileSync, existsSync, linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readPrompts } from '../../demonstration/index.js';
import type { FinishedTask } from '../suite.js';
import { createInteraction, type Interaction } from './interact-messages.js';
import { listTurns, type RecordedTurn } from './turns.js';

const MESSAGES = 'interact_messages.json';
const STEPS = 'steps.jsonl';
const LOG = 'agent.log';

export const isLayoutFile = (name: string): boolean =>
  [MESSAGES, STEPS, LOG].includes(name) || /^screenshot\d+\.png$/.test(name);

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
  writeFileSync(join(folder, MESSAGES), `${JSON.stringify(interaction.messages, null, 2)}\n`);
  for (const { number, file } of interaction.screenshots)
    if (demonstration !== null) shareFile(join(demonstration, file), join(folder, `screenshot${number}.png`));
  writeFileSync(join(folder, STEPS), formatSteps(turns, interaction));
  writeFileSync(join(folder, LOG), formatLog(turns, interaction, result.reason));
}

/** Links the file, because screenshots are large, or copies it where links are not possible. */
function shareFile(from: string, to: string): void {
  if (!existsSync(from)) return;
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function formatSteps(turns: readonly RecordedTurn[], { iterations, screenshots }: Interaction): string {
  return turns
    .map((turn, index) => {
      const iteration = iterations[index]!;
      const { action, parsed, screenshot, ...rest } = turn;
      const step = {
        step: index + 1,
        iteration,
        ...rest,
        action: { raw: action, parsed },
        screenshot: screenshots.find(({ file }) => file === screenshot) ? `screenshot${iteration}.png` : null,
      };
      return `${JSON.stringify(step)}\n`;
    })
    .join('');
}

/** The lines of WebVoyager's logger: `INFO - …`. */
function formatLog(turns: readonly RecordedTurn[], { iterations }: Interaction, reason: string): string {
  const lines = turns.flatMap((turn, index) => [
    `INFO - Iter: ${iterations[index]}`,
    `INFO - URL: ${turn.url}`,
    `INFO - Thought: ${flatten(turn.thought)}`,
    `INFO - Action: ${flatten(turn.action)}`,
    ...(turn.tokens > 0 ? [`INFO - Tokens: ${turn.tokens}`] : []),
    ...(turn.error === null ? [] : [`ERROR - ${flatten(turn.error)}`]),
  ]);
  return `${[...lines, `INFO - ${flatten(reason)}`, 'INFO - finish!!'].join('\n')}\n`;
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ').trim();
