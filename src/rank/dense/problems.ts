/** What can be wrong with a model: one sentence about the file or folder, and the next step. */

export class ModelProblem extends Error {
  override readonly name = 'ModelProblem';

  constructor(
    readonly path: string,
    /** What is wrong, as the end of a sentence: "it has only 12 bytes". */
    readonly fault: string,
    /** What to do about it. */
    readonly hint = 'Run `parley models check` to see what is whole, or use the bundled ranker.',
  ) {
    super(`${path}: ${fault}. ${hint}`);
  }

  /** From an error of the file system. */
  static ofFile(path: string, error: unknown): ModelProblem {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT')
      return new ModelProblem(path, 'there is no such file', 'Check the path, or add the model again.');
    if (code === 'EACCES' || code === 'EPERM')
      return new ModelProblem(path, 'it may not be read', 'Give yourself the right to read it (chmod u+r).');
    if (code === 'ELOOP') return new ModelProblem(path, 'it is a link that leads back to itself');
    return new ModelProblem(path, `it cannot be read (${(error as Error).message})`);
  }
}
