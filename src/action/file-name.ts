/** The last part of a path. Pages and records are told names, never where on the disk a file lies. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
