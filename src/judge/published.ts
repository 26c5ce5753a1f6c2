/**
 * Published figures of the WebVoyager paper, to print beside one's own. They come from 300 tasks, 20 for each site, and
 * GPT-4V as navigator and judge.
 */

/** Table 1: successful tasks of 20 for each site, as GPT-4V judged over the whole trajectory. */
const TASKS_PER_SITE = 20;
const JUDGED_SUCCESSES: Readonly<Record<string, number>> = {
  Allrecipes: 11,
  Amazon: 10,
  Apple: 12,
  ArXiv: 9,
  GitHub: 12,
  Booking: 7,
  ESPN: 11,
  Coursera: 13,
  'Cambridge Dictionary': 16,
  'BBC News': 12,
  'Google Flights': 11,
  'Google Map': 12,
  'Google Search': 17,
  Huggingface: 13,
  'Wolfram Alpha': 9,
};

/** Share of successes, 0 … 1; null for other sites. */
export function publishedRateOf(site: string): number | null {
  const successes = JUDGED_SUCCESSES[site];
  return successes === undefined ? null : successes / TASKS_PER_SITE;
}

/** Table 2: the judge with the last k screenshots, compared with people. `null`: all screenshots. */
export const PUBLISHED_AGREEMENT: readonly {
  k: number | null;
  success: number;
  agreement: number;
  kappa: number;
}[] = [
  { k: 1, success: 0.477, agreement: 0.753, kappa: 0.51 },
  { k: 2, success: 0.553, agreement: 0.797, kappa: 0.59 },
  { k: 3, success: 0.543, agreement: 0.813, kappa: 0.62 },
  { k: null, success: 0.583, agreement: 0.853, kappa: 0.7 },
];

/** Fleiss' kappa of the three people who judged, before they discussed. */
export const PUBLISHED_FLEISS_KAPPA = 0.7;
/** Success rate of the same runs, by GPT-4V over the whole trajectory, and by people. */
export const PUBLISHED_RATES = { judge: 0.583, people: 0.557 };
