/** Collects all errors of a scenario and the files that it uses, so that the author sees them together. */
import { ParleyError } from '../contract/index.js';
import {
  FileErrors,
  formatFileError,
  formatFileErrors,
  type FileError,
  type FileKind,
} from '../yaml/index.js';

const NEXT_STEP = 'Correct the file and run it again; docs/scenarios.md describes what it may contain.';

export class BrokenScenario extends ParleyError {
  constructor(readonly errors: readonly FileError[]) {
    super('usage', formatFileErrors(errors), NEXT_STEP);
  }
}

export const SCENARIO_FILE: FileKind = {
  noun: 'a scenario',
  hintIfMissing: 'Check the path; scenario files end in .scenario.yaml.',
  createError: (errors) => new BrokenScenario(errors),
};

/** The errors of all files, in the order the files were read. */
export class ScenarioErrors {
  private readonly files: { readonly errors: readonly FileError[] }[] = [];

  addFile(file: string, text: string): FileErrors {
    const fileErrors = new FileErrors(file, text);
    this.files.push(fileErrors);
    return fileErrors;
  }

  /** Adds an error that was thrown while a shared file was read. */
  append(error: FileError): void {
    this.files.push({ errors: [error] });
  }

  throwIfAny(): void {
    const errorByText = new Map(
      this.files.flatMap((fileErrors) => fileErrors.errors).map((error) => [formatFileError(error), error]),
    );
    if (errorByText.size > 0) throw new BrokenScenario([...errorByText.values()]);
  }
}
