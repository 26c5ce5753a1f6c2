/** Parses the flags of the `webvoyager` navigator. */
import { ParleyError } from '../contract/index.js';
import { PAPER_KEPT_OBSERVATIONS, PAPER_MAX_ITERATIONS } from '../navigator/index.js';
import type { PromptVariant } from '../prompt/index.js';
import { COMPAT_MODES, type CompatMode } from './navigator-choices.js';

export const WEBVOYAGER_NAVIGATORS = ['webvoyager', 'webvoyager:text'];

/** The viewport in the WebVoyager paper. */
export const WEBVOYAGER_PAPER_VIEWPORT = { width: 1024, height: 768 };

export interface WebvoyagerOptions {
  variant: PromptVariant;
  keptObservations: number;
  maxIterations: number;
}

export interface WebvoyagerFlags {
  compat?: CompatMode | undefined;
  maxImages?: number | undefined;
  maxIter?: number | undefined;
}

/** The default limit. Tasks with several parts need more steps than the paper allows. */
const HARDENED_MAX_ITERATIONS = 40;

/** @param navigator `webvoyager` or `webvoyager:text` */
export function parseWebvoyagerOptions(navigator: string, flags: WebvoyagerFlags): WebvoyagerOptions {
  const compat = flags.compat ?? COMPAT_MODES[0];
  return {
    variant: { compat, mode: navigator === 'webvoyager:text' ? 'text' : 'multimodal' },
    keptObservations: parseMaxImages(flags.maxImages) ?? PAPER_KEPT_OBSERVATIONS,
    maxIterations:
      parseMaxIter(flags.maxIter) ?? (compat === 'faithful' ? PAPER_MAX_ITERATIONS : HARDENED_MAX_ITERATIONS),
  };
}

/** Maximum number of screenshots in a prompt. Common servers reject requests with more images. */
const MAX_IMAGES = 50;
const MAX_ITERATIONS = 1_000;

export const parseMaxImages = (value: number | undefined): number | undefined =>
  parseCount(
    value,
    'max-images',
    MAX_IMAGES,
    'It sets how many screenshots a prompt keeps (3 in the paper).',
  );

export const parseMaxIter = (value: number | undefined): number | undefined =>
  parseCount(
    value,
    'max-iter',
    MAX_ITERATIONS,
    'It limits the model calls for one instruction (15 in the paper).',
  );

function parseCount(value: number | undefined, flag: string, max: number, next: string): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)) return value;
  throw new ParleyError('usage', `--${flag} must be a whole number from 1 to ${max}.`, next, {
    option: flag,
  });
}
