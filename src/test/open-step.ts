/**
 * Opens a test step that its owner ends later. Playwright nests steps by asynchronous context. The context is captured
 * when the step's body starts, and everything that belongs to the step runs in it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { TestType } from '@playwright/test';

import type { SourceLocation } from './scenario-files.js';

export type StepRunner = Pick<TestType<object, object>, 'step'>;

export interface OpenStep {
  place: SourceLocation;
  run<T>(body: () => T): T;
  /** With a failure the step is shown as failed; the test continues. */
  end(failure: Error | null): Promise<void>;
}

export function openStep(test: StepRunner, title: string, place: SourceLocation): Promise<OpenStep> {
  const { promise: ended, resolve: endStep } = createDeferred();
  return new Promise((onOpen) => {
    const body = async (): Promise<void> => {
      const runInStep = AsyncLocalStorage.snapshot();
      onOpen({
        place,
        run: (body) => runInStep(body),
        end: async (failure) => {
          endStep(failure);
          await finished;
        },
      });
      const failure = await ended;
      if (failure) throw failure;
    };
    const finished = test.step(title, body, { location: place }).catch(() => undefined);
  });
}

function createDeferred(): { promise: Promise<Error | null>; resolve: (failure: Error | null) => void } {
  let resolve!: (failure: Error | null) => void;
  const promise = new Promise<Error | null>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}
