/** Formats a path relative to the working directory if it lies below it. */
import { relative } from 'node:path';

export function formatPath(path: string): string {
  const relativePath = relative(process.cwd(), path);
  return relativePath && !relativePath.startsWith('..') ? relativePath : path;
}
