/** Saves a recorded session as a scenario file. `parley save` and `/save` use it. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

import { ParleyError } from '../contract/index.js';
import { readSession } from '../demonstration/index.js';
import { BASE_URL, BrokenScenario, FIXTURES, parseScenario } from '../dialogue/index.js';
import { createFileName, createScenario, formatScenario } from '../save/index.js';
import { registerEnvironmentSecrets, createRedactor } from '../secrets/index.js';
import { LOGINS_FILE } from './recorded-sessions.js';
import { formatPath } from './format-path.js';

export interface SaveRequest {
  /** Folder of the session. */
  session: string;
  /** Target file or folder. If undefined, a name in the working directory is chosen. */
  file?: string | undefined;
  /** Whether to overwrite an existing file. */
  force: boolean;
}

/**
 * Writes the file and returns a message for the user.
 *
 * @throws ParleyError `usage` if the session cannot be read, contains nothing to save, or the file cannot be written
 */
export function saveScenario({ session, file, force }: SaveRequest): string {
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, process.env);
  const { events } = readSession(session);
  if (events.length === 0)
    throw new ParleyError(
      'usage',
      `“${session}” was killed before it recorded anything.`,
      'Choose another session; parley chat --list shows the sessions.',
    );
  const scenario = createScenario(redactor.json(events));
  const target = resolveTarget(file, createFileName(scenario));
  const { storage } = scenario.start;
  if (storage !== undefined && basename(storage) === LOGINS_FILE) {
    delete scenario.start.storage;
    scenario.comments.push(
      'The session continued another one and used its logins; write them to a file with --save-storage-state.',
    );
  } else if (storage !== undefined && !existsSync(resolve(session, storage))) {
    delete scenario.start.storage;
    scenario.comments.push('The session started with logins from a file that no longer exists.');
  } else if (storage !== undefined)
    scenario.start.storage = relative(dirname(resolve(target)), resolve(session, storage)).replaceAll(
      '\\',
      '/',
    );
  const text = formatScenario(scenario);
  assertValidScenario(target, text);
  writeNewFile(target, text, force);
  const formatCount = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
  const checks = scenario.dialogue
    .flatMap(({ expect, check }) => [...expect, ...check])
    .filter(({ weakReason }) => weakReason === undefined);
  const displayedPath = formatPath(resolve(target));
  const counts = [
    formatCount(scenario.dialogue.length, 'line'),
    ...(scenario.replies.length > 0
      ? [`${scenario.replies.length} ${scenario.replies.length === 1 ? 'reply' : 'replies'}`]
      : []),
    formatCount(checks.length, 'check'),
  ];
  return `Saved ${displayedPath}: ${counts.join(', ')}. Read it, then run it with: parley run ${/\s/.test(displayedPath) ? `"${displayedPath}"` : displayedPath}`;
}

/** Resolves the target: adds the default file name to a folder, and `.scenario.yaml` to a name without an extension. */
function resolveTarget(file: string | undefined, name: string): string {
  if (file === undefined || file === '') return name;
  if (/[\\/]$/.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return join(file, name);
  return /\.[a-z]+$/i.test(basename(file)) ? file : `${file}.scenario.yaml`;
}

/**
 * Parses the new scenario to check it. Text in the conversation, such as `{{x}}`, may have a meaning in scenarios.
 */
function assertValidScenario(target: string, text: string): void {
  try {
    parseScenario(target, text, { builtins: [FIXTURES, BASE_URL] });
  } catch (error) {
    if (!(error instanceof BrokenScenario)) throw error;
    throw new ParleyError(
      'usage',
      `The conversation cannot be written as a scenario:\n${error.message}`,
      'Part of this text has a meaning in the scenario language. Leave the line out, or reword it.',
      { cause: error },
    );
  }
}

function writeNewFile(target: string, text: string, force: boolean): void {
  try {
    writeFileSync(target, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const problems: Readonly<Record<string, [string, string]>> = {
      EEXIST: [`“${target}” already exists.`, 'Give another name, or add --force to overwrite it.'],
      ENOENT: [
        `“${target}” cannot be written: its folder does not exist.`,
        'Create the folder, or give another name.',
      ],
    };
    const [message, next] = problems[code] ?? [
      `“${target}” cannot be written (${code}).`,
      'Give another name, or a folder that you may write to.',
    ];
    throw new ParleyError('usage', message, next, { cause: error });
  }
}
