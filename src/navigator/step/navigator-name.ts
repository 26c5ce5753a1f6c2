/** The name of the navigator in records: `step:flat-4k (tiny, webarena, faithful)`. */
import type { StepMode } from './roots.js';
import type { Compat } from './step-page.js';

export interface NamedNavigator {
  mode: StepMode;
  compat: Compat;
  /** Names of the library and the model. There is no model for the keyboard and for playback. */
  library: string;
  model: string | null;
}

export function formatNavigatorName({ mode, compat, library, model }: NamedNavigator): string {
  const details = [...(model === null ? [] : [model]), library, ...(compat === 'faithful' ? [compat] : [])];
  return `${nameMode(mode)} (${details.join(', ')})`;
}

function nameMode(mode: StepMode): string {
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
