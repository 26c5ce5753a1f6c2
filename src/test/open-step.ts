/**
 * Opens a test step that the caller ends later. Playwright nests steps by asynchronous context. The context is captured
 * when the step's body starts, and everything that belongs to the step runs in it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { TestType } from '@playwright/test';

import type { SourceLocation } from './scenario-files.js';

export type StepRunner = Pick<TestType<object, object>, 'step'>;

export interface OpenStep {
  location: SourceLocation;
  run<T>(body: () => T): T;
  /** Ends the step. With a failure, the step is shown as failed, but the test continues. */
  end(failure: Error | null): Promise<void>;
}

export function openStep(test: StepRunner, title: string, location: SourceLocation): Promise<OpenStep> {
  const { promise: stepFailure, resolve: endStep } = createDeferred();
  return new Promise((onOpen) => {
    const runStep = async (): Promise<void> => {
      const runInStep = AsyncLocalStorage.snapshot();
      onOpen({
        location,
        run: (body) => runInStep(body),
        end: async (failure) => {
          endStep(failure);
          await finished;
        },
      });
      const failure = await stepFailure;
      if (failure) throw failure;
    };
    const finished = test.step(title, runStep, { location }).catch(() => undefined);
  });
}

function createDeferred(): { promise: Promise<Error | null>; resolve: (failure: Error | null) => void } {
  let resolve!: (failure: Error | null) => void;
  const promise = new Promise<Error | null>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}
