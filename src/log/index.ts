/**
 * `log/` sets up the run log: winston, one JSON line per message in a file, each line on disk before the
 * call returns (a kill loses nothing) and through the one redactor. Nothing is ever logged to standard output.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import winston, { type Logger } from 'winston';
import Transport from 'winston-transport';

import type { Redactor } from '../secrets/index.js';

const MESSAGE = Symbol.for('message');

interface Line {
  [MESSAGE]: string;
}

/** A log that cannot be written (the disk is full) ends no session: the record says what there is to say. */
function attempted<T>(write: () => T): T | null {
  try {
    return write();
  } catch {
    return null;
  }
}

/** winston's own file transport buffers, and loses everything when the process ends at once. */
class SyncFile extends Transport {
  readonly #fd: number | null;
  readonly #redactor: Redactor;

  constructor(path: string, redactor: Redactor) {
    super();
    this.#fd = attempted(() => openSync(path, 'a'));
    this.#redactor = redactor;
  }

  override log(info: Line, done: () => void): void {
    const fd = this.#fd;
    if (fd !== null) attempted(() => writeSync(fd, `${this.#redactor.text(info[MESSAGE])}\n`));
    done();
  }

  override close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }
}

/** Errors nested anywhere keep their name, message, stack and cause; winston would drop them. */
function plain(value: unknown, depth = 0): unknown {
  if (depth > 6) return '…';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { name, message, stack, ...(cause === undefined ? {} : { cause: plain(cause, depth + 1) }) };
  }
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, depth + 1)]));
  return value;
}

const withErrors = winston.format((info) => Object.assign(info, plain({ ...info }) as object));

export function createLog(path: string, redactor: Redactor): Logger {
  return winston.createLogger({
    level: 'debug',
    format: winston.format.combine(withErrors(), winston.format.timestamp(), winston.format.json()),
    transports: [new SyncFile(path, redactor)],
    exitOnError: false,
  });
}
