/** Formats a path relative to the working directory if it lies below it. */
import { relative } from 'node:path';

export function formatPath(path: string): string {
  const local = relative(process.cwd(), path);
  return local && !local.startsWith('..') ? local : path;
}
