/** Uploads allowed files through a file field, or through the file chooser that a control opens. */
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve } from 'node:path';

import { ActionFailure } from './action-failure.js';
import type { UploadPolicy } from './context.js';
import type { HandlerResult, TargetHandle } from './target-handle.js';
import { leftClick } from './pointer.js';
import { makeReachable } from './verify-target.js';

function isInside(folder: string, file: string): boolean {
  const relativePath = relative(folder, file);
  return relativePath === '' || (!relativePath.startsWith('..') && !isAbsolute(relativePath));
}

/** Resolves the files to upload. @throws ActionFailure `bad-value`, `refused` */
export async function resolveAllowedFiles(
  files: readonly string[],
  policy: UploadPolicy | undefined,
): Promise<string[]> {
  if (!files.length) throw new ActionFailure('bad-value', 'the action does not specify a file');
  const allowedPaths = (policy?.allowed ?? []).map((path) => resolve(path));
  // An allowed path may itself be a symbolic link.
  const realAllowedPaths = await Promise.all(allowedPaths.map((path) => realpath(path).catch(() => path)));
  const resolvedFiles: string[] = [];
  for (const file of files) {
    const absolutePath = resolve(file);
    const realPath = await realpath(absolutePath).catch(() => null);
    // If a file may not be uploaded, the error must not reveal whether it exists.
    const permittedRoots = realPath ? realAllowedPaths : [...allowedPaths, ...realAllowedPaths];
    if (!permittedRoots.some((path) => isInside(path, realPath ?? absolutePath)))
      throw new ActionFailure('refused', `${file} may not be uploaded; allow it with --allow-upload ${file}`);
    if (!realPath) throw new ActionFailure('bad-value', `the file ${file} does not exist`);
    if (!(await stat(realPath)).isFile()) throw new ActionFailure('bad-value', `${file} is not a file`);
    resolvedFiles.push(realPath);
  }
  return resolvedFiles;
}

function assertOneFile(target: TargetHandle, files: readonly string[], multiple: boolean): void {
  if (files.length > 1 && !multiple)
    throw new ActionFailure('bad-value', `${target.description} accepts one file, not ${files.length}`);
}

export async function upload(
  target: TargetHandle,
  requestedFiles: readonly string[],
): Promise<HandlerResult> {
  const files = await resolveAllowedFiles(requestedFiles, target.context.uploads);
  const names = files.map((file) => basename(file)).join(', ');
  const field = await target.readSnapshot(target.controlUid);
  if (field?.inputType === 'file') {
    assertOneFile(target, files, 'multiple' in field.attributes);
    await target.waiter.run(
      target
        .locate(target.controlUid)
        .setInputFiles(files, { timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
    );
    const snapshot = await target.readSnapshot(target.controlUid);
    return snapshot && snapshot.value !== field.value && snapshot.value === names
      ? { effects: [{ type: 'value', from: field.value, to: snapshot.value }], mouse: null }
      : { mouse: null };
  }
  await makeReachable(target);
  const chooserPromise = target.page
    .waitForEvent('filechooser', {
      timeout: target.limits.fileChooserMs + target.limits.elementActionMs,
      signal: target.waiter.signal,
    })
    .catch(() => null);
  const result = await leftClick(target);
  const chooser = await target.waiter.run(
    Promise.race([chooserPromise, target.waiter.pause(target.limits.fileChooserMs).then(() => null)]),
    target.limits.fileChooserMs + 1_000,
  );
  if (!chooser) throw new ActionFailure('not-editable', `${target.description} does not open a file chooser`);
  assertOneFile(target, files, chooser.isMultiple());
  await target.waiter.run(
    chooser.setFiles(files, { timeout: target.limits.elementActionMs, signal: target.waiter.signal }),
  );
  return result;
}
