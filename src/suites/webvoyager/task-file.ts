/**
 * Reads tasks from a JSONL file: one object per line with `id`, `ques` (the text) and `web` (the start page), as in
 * `WebVoyager_data.jsonl` and `GAIA_web.jsonl`. Other keys are ignored, except `web_name`, the site's name. All errors
 * in a file are reported together.
 */
import { FIXTURES } from '../../dialogue/index.js';
import { FileErrors, readText } from '../../yaml/index.js';
import { createFileKind, throwIfAnyError } from './input-file.js';

/** One line of the file. */
export interface TaskFileEntry {
  id: string;
  site: string;
  text: string;
  url: string;
  /** Number of the line, counted from 1. */
  line: number;
}

const TASK_FILE = createFileKind(
  'a task',
  'Check the path; parley bench webvoyager --fetch FOLDER downloads the published tasks.',
);

/** @throws ParleyError `usage` with every error in the file */
export function readTaskFile(file: string): TaskFileEntry[] {
  return parseTasks(file, readText(file, TASK_FILE));
}

/** @param file the file's path, for messages */
export function parseTasks(file: string, text: string): TaskFileEntry[] {
  const fileErrors = new FileErrors(file, text);
  const tasks: TaskFileEntry[] = [];
  const linesById = new Map<string, number>();
  let offset = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/, '');
    const task = line.trim() === '' ? null : parseLine(line, offset, index + 1, fileErrors);
    if (task) {
      const firstLine = linesById.get(task.id);
      if (firstLine === undefined) tasks.push(task);
      else
        fileErrors.add(
          offset + findValueOffset(line, 'id'),
          ['id'],
          `the task “${task.id}” is already on line ${firstLine}`,
        );
      linesById.set(task.id, firstLine ?? task.line);
    }
    offset += raw.length + 1;
  }
  if (tasks.length === 0 && !fileErrors.hasAny) fileErrors.add(0, [], 'the file has no tasks');
  throwIfAnyError(fileErrors);
  return tasks;
}

const REQUIRED_KEYS = ['id', 'ques', 'web'] as const;

function parseLine(
  line: string,
  offset: number,
  number: number,
  fileErrors: FileErrors,
): TaskFileEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    fileErrors.add(
      offset + findSyntaxErrorOffset(error, line),
      [],
      `the line is not JSON: ${getSyntaxErrorReason(error)}`,
    );
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fileErrors.add(offset, [], 'the line is not an object with the keys id, ques and web');
    return null;
  }
  const record = value as Record<string, unknown>;
  let isValid = true;
  const report = (key: string, message: string): void => {
    fileErrors.add(offset + findValueOffset(line, key), [key], message);
    isValid = false;
  };
  for (const key of REQUIRED_KEYS)
    if (record[key] === undefined) report(key, 'is missing');
    else if (typeof record[key] !== 'string') report(key, 'must be a string');
    else if (record[key].trim() === '') report(key, 'is empty');
  if (!isValid) return null;
  const { id, ques, web } = record as Record<(typeof REQUIRED_KEYS)[number], string>;
  if (!isFolderName(id))
    report('id', `“${id}” cannot be the name of a folder; use letters, digits, spaces, - and _`);
  const unknownPlaceholder = web
    .match(PLACEHOLDER)
    ?.find((placeholder) => placeholder !== FIXTURES_PLACEHOLDER);
  if (unknownPlaceholder !== undefined) {
    const at =
      offset +
      Math.max(findValueOffset(line, 'web'), line.indexOf(unknownPlaceholder, findValueOffset(line, 'web')));
    fileErrors.add(
      at,
      ['web'],
      `${unknownPlaceholder} is unknown; a start page may only contain ${FIXTURES_PLACEHOLDER}, the address of the example sites`,
    );
    return null;
  }
  if (!isStartPage(web)) report('web', `“${web}” is not a web address`);
  if (!isValid) return null;
  return { id, site: findSite(record, id, web), text: ques, url: web, line: number };
}

/** Whether an id can be the name of a folder. A task's results folder is named after the task's id. */
const isFolderName = (id: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are searched for
  id.length <= 100 && !/[\u0000-\u001f\\/:*?"<>|]|[. ]$/.test(id);

const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const FIXTURES_PLACEHOLDER = `{{${FIXTURES}}}`;

function isStartPage(text: string): boolean {
  const address = text.replaceAll(FIXTURES_PLACEHOLDER, 'http://127.0.0.1:8080');
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

function findSite({ web_name: name }: Record<string, unknown>, id: string, web: string): string {
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  const [, prefix] = /^(.+?)-{1,2}\d+$/.exec(id) ?? [];
  if (prefix !== undefined) return prefix;
  return URL.canParse(web) ? new URL(web).host : id;
}

/** Returns the offset of a key's value in the line, or of the line if the key is missing. */
function findValueOffset(line: string, key: string): number {
  const match = new RegExp(`"${key}"\\s*:\\s*`).exec(line);
  return match ? match.index + match[0].length : 0;
}

/**
 * Returns the position of a JSON syntax error. V8 reports it for most errors; if it does not, the line is incomplete.
 */
function findSyntaxErrorOffset(error: unknown, line: string): number {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
  return position === undefined ? Math.max(0, line.length - 1) : Number(position);
}

const getSyntaxErrorReason = (error: unknown): string =>
  (error as Error).message.replace(/ in JSON at position.*$/s, '').replace(/, ".*" is not valid JSON$/s, '');
