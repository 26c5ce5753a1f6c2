/**
 * A step of a test that stays open while other things happen: it begins here and is ended from elsewhere. Steps nest by
 * asynchronous context, and what is to stand in one of these is no call of its body; so the context is caught where the
 * body begins, and whatever belongs to the step is run in it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { TestType } from '@playwright/test';

import type { Place } from './scenarios.js';

export type Stepping = Pick<TestType<object, object>, 'step'>;

export interface OpenStep {
  place: Place;
  inside<T>(act: () => T): T;
  /** With a failure the step is shown as failed; the test goes on. */
  end(failure: Error | null): Promise<void>;
}

export function openStep(test: Stepping, title: string, place: Place): Promise<OpenStep> {
  const { promise: over, leave } = leaving();
  return new Promise((entered) => {
    const body = async (): Promise<void> => {
      const inside = AsyncLocalStorage.snapshot();
      entered({
        place,
        inside: (act) => inside(act),
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

function leaving(): { promise: Promise<Error | null>; leave: (failure: Error | null) => void } {
  let leave!: (failure: Error | null) => void;
  const promise = new Promise<Error | null>((resolve) => (leave = resolve));
  return { promise, leave };
}
