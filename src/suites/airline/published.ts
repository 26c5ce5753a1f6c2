/**
 * The results of the SteP paper for AirlineCRM (Sodhi et al. 2023, arXiv 2310.03720). The paper shows them as a bar
 * chart, so the numbers are estimates. Its simulator and scenarios were not released.
 */
import type { PublishedResult } from '../suite.js';

const SYSTEMS: readonly [system: string, success: Readonly<Record<string, number>>][] = [
  [
    'SteP, few-shot',
    {
      'book-flight': 0.64,
      'cancel-flight': 1,
      'find-booking': 1,
      'find-flight': 1,
      'update-passenger': 0.67,
    },
  ],
  [
    'one flat policy, few-shot',
    { 'book-flight': 0, 'cancel-flight': 1, 'find-booking': 0.9, 'find-flight': 0, 'update-passenger': 0.53 },
  ],
];

export const PUBLISHED_RESULTS: readonly PublishedResult[] = SYSTEMS.flatMap(([system, bySite]) =>
  Object.entries(bySite).map(([site, success]) => ({ system, success, note: site })),
);
