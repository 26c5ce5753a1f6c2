/**
 * The results of the WebVoyager paper (He et al. 2024, arXiv 2401.13919), for the report. They were measured on 300
 * tasks on the live sites of that time, so they are not comparable with a run on other tasks.
 */
import type { PublishedResult } from '../suite.js';

export const PUBLISHED_RESULTS: readonly PublishedResult[] = [
  { system: 'WebVoyager', success: 0.557, note: 'judged by people' },
  { system: 'WebVoyager', success: 0.583, note: 'judged by GPT-4V over all screenshots' },
  { system: 'WebVoyager', success: 0.477, note: 'judged by GPT-4V over the last screenshot' },
  { system: 'WebVoyager, text only', success: 0.39, note: 'judged by people' },
  { system: 'GPT-4 (All Tools)', success: 0.327, note: 'judged by people' },
];
