/** Reports invalid date templates in tasks, at their positions in the task file or patch file. */
import { readFileSync } from 'node:fs';

import { FileErrors } from '../../yaml/index.js';
import { throwIfAnyError } from './input-file.js';
import type { PatchedTask } from './patches.js';

interface DateTemplateError {
  task: PatchedTask;
  template: string;
  error: string;
}

/** @throws ParleyError `usage` with all errors in the first file that has errors */
export function reportDateTemplateErrors(
  errors: readonly DateTemplateError[],
  files: { tasks: string; patches?: string | undefined },
): void {
  for (const [file, isPatched] of [
    [files.tasks, false],
    [files.patches, true],
  ] as const) {
    const templateErrors = errors.filter(({ task }) => task.isPatched === isPatched);
    if (file === undefined || templateErrors.length === 0) continue;
    const text = readFileSync(file, 'utf8');
    const fileErrors = new FileErrors(file, text);
    for (const { task, template, error } of templateErrors) {
      const start = Math.max(
        0,
        isPatched ? text.indexOf(JSON.stringify(task.id)) : findLineOffset(text, task.line),
      );
      const position = text.indexOf(template, start);
      fileErrors.add(position < 0 ? start : position, [task.id], error);
    }
    throwIfAnyError(fileErrors);
  }
}

function findLineOffset(text: string, line: number): number {
  let offset = 0;
  for (let lineNumber = 1; lineNumber < line; lineNumber++) offset = text.indexOf('\n', offset) + 1;
  return offset;
}
