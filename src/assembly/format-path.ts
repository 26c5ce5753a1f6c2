/** Formats a path below the working directory as a relative path; leaves other paths unchanged. */
import { relative } from 'node:path';

export function formatPath(path: string): string {
  const relativePath = relative(process.cwd(), path);
  return relativePath && !relativePath.startsWith('..') ? relativePath : path;
}
