/** An error in a model's files: one sentence about the file or folder, and the next step. */

export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    readonly path: string,
    /** What is wrong, as a clause: "it has only 12 bytes". */
    readonly fault: string,
    /** The next step. */
    readonly hint = 'Run `parley models check` to see which models are intact, or use the bundled ranker.',
  ) {
    super(`${path}: ${fault}. ${hint}`);
  }

  /** Converts an error of the file system. */
  static fromFileError(path: string, error: unknown): ModelError {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT')
      return new ModelError(path, 'there is no such file', 'Check the path, or add the model again.');
    if (code === 'EACCES' || code === 'EPERM')
      return new ModelError(path, 'permission denied', 'Give yourself read permission (chmod u+r).');
    if (code === 'ELOOP') return new ModelError(path, 'it is a link to itself');
    return new ModelError(path, `it cannot be read (${(error as Error).message})`);
  }
}
