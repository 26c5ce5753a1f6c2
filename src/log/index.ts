/**
 * `log/` creates the log of a run: a file with one JSON line per message, written with winston. Every line is redacted
 * and written to disk before the call returns, so nothing is lost if the process is killed. Nothing is logged to
 * standard output.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import winston, { type Logger } from 'winston';
import Transport from 'winston-transport';

import type { Redactor } from '../secrets/index.js';

const MESSAGE = Symbol.for('message');

interface LogEntry {
  [MESSAGE]: string;
}

/** Returns null if an operation fails, for example on a full disk. A session continues without its log. */
function ignoreErrors<T>(operation: () => T): T | null {
  try {
    return operation();
  } catch {
    return null;
  }
}

/** Writes synchronously. winston's own file transport buffers lines and loses them when the process is killed. */
class SyncFileTransport extends Transport {
  readonly #fd: number | null;
  readonly #redactor: Redactor;

  constructor(path: string, redactor: Redactor) {
    super();
    this.#fd = ignoreErrors(() => openSync(path, 'a'));
    this.#redactor = redactor;
  }

  override log(info: LogEntry, callback: () => void): void {
    const fd = this.#fd;
    if (fd !== null) ignoreErrors(() => writeSync(fd, `${this.#redactor.text(info[MESSAGE])}\n`));
    callback();
  }

  override close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }
}

/** Converts nested errors to plain objects, because winston would drop their name, message, stack and cause. */
function toPlainObject(value: unknown, depth = 0): unknown {
  if (depth > 6) return '…';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return {
      name,
      message,
      stack,
      ...(cause === undefined ? {} : { cause: toPlainObject(cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) return value.map((item) => toPlainObject(item, depth + 1));
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, toPlainObject(item, depth + 1)]),
    );
  return value;
}

const expandErrors = winston.format((info) => Object.assign(info, toPlainObject({ ...info }) as object));

export function createLog(path: string, redactor: Redactor): Logger {
  return winston.createLogger({
    level: 'debug',
    format: winston.format.combine(expandErrors(), winston.format.timestamp(), winston.format.json()),
    transports: [new SyncFileTransport(path, redactor)],
    exitOnError: false,
  });
}
