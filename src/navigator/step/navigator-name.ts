/** Formats the navigator's name for records: `step:flat-4k (tiny, webarena, faithful)`. */
import type { StepMode } from './roots.js';
import type { Compat } from './step-page.js';

export interface NavigatorNameInput {
  mode: StepMode;
  compat: Compat;
  /** Name of the library. */
  library: string;
  /** Name of the model; null for the keyboard and for playback. */
  model: string | null;
}

export function formatNavigatorName({ mode, compat, library, model }: NavigatorNameInput): string {
  const details = [...(model === null ? [] : [model]), library, ...(compat === 'faithful' ? [compat] : [])];
  return `${formatMode(mode)} (${details.join(', ')})`;
}

function formatMode(mode: StepMode): string {
  switch (mode.type) {
    case 'stack':
      return mode.withExamples ? 'step' : 'step:zero-shot';
    case 'flat':
      return `step:flat${mode.cap === null ? (mode.withExamples ? '' : '-zero-shot') : `-${mode.cap / 1_000}k`}`;
    case 'keyboard':
    case 'playback':
      return `step:${mode.type}`;
  }
}
