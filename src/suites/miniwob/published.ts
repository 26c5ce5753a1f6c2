/** Results of SteP (arXiv 2310.03720) on 45 tasks with 50 seeds each. */
import type { PublishedResult } from '../suite.js';

export const PUBLISHED_RESULTS: readonly PublishedResult[] = [
  { system: 'SteP, few-shot', success: 0.96, note: '2.89 actions' },
  { system: 'SteP, zero-shot', success: 0.65, note: '3.43 actions' },
  { system: 'Flat, few-shot', success: 0.72, note: '3.38 actions' },
  { system: 'Flat, zero-shot', success: 0.6, note: '3.70 actions' },
];
