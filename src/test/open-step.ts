/**
 * A test step that is opened here and ended elsewhere. Playwright nests steps by asynchronous context; the context is
 * captured where the step's body starts, and everything that belongs to the step runs in it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { TestType } from '@playwright/test';

import type { SourceLocation } from './scenario-files.js';

export type StepRunner = Pick<TestType<object, object>, 'step'>;

export interface OpenStep {
  place: SourceLocation;
  run<T>(act: () => T): T;
  /** With a failure the step is shown as failed; the test continues. */
  end(failure: Error | null): Promise<void>;
}

export function openStep(test: StepRunner, title: string, place: SourceLocation): Promise<OpenStep> {
  const { promise: over, leave } = createDeferred();
  return new Promise((entered) => {
    const body = async (): Promise<void> => {
      const inside = AsyncLocalStorage.snapshot();
      entered({
        place,
        run: (act) => inside(act),
        end: async (failure) => {
          leave(failure);
          await finished;
        },
      });
      const failure = await over;
      if (failure) throw failure;
    };
    const finished = test.step(title, body, { location: place }).catch(() => undefined);
  });
}

function createDeferred(): { promise: Promise<Error | null>; leave: (failure: Error | null) => void } {
  let leave!: (failure: Error | null) => void;
  const promise = new Promise<Error | null>((resolve) => (leave = resolve));
  return { promise, leave };
}
