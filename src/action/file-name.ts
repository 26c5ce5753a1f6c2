/** Returns the last part of a path. Pages and records get file names, never paths on the disk. */
export function getFileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
