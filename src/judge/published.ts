/**
 * Published figures of the WebVoyager paper, for comparison. They come from 300 tasks, 20 per site, with GPT-4V as
 * navigator and judge.
 */

const TASKS_PER_SITE = 20;
/** Table 1: number of successful tasks per site, judged by GPT-4V with all screenshots. */
const SUCCESSES_BY_SITE: Readonly<Record<string, number>> = {
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

/** Success rate of a site, 0 … 1; null if the paper does not include it. */
export function getPublishedRate(site: string): number | null {
  const successCount = SUCCESSES_BY_SITE[site];
  return successCount === undefined ? null : successCount / TASKS_PER_SITE;
}

/** Table 2: agreement between the judge and people, by number of final screenshots. `null`: all screenshots. */
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

/** Fleiss' kappa of the three human judges before their discussion. */
export const PUBLISHED_FLEISS_KAPPA = 0.7;
/** Success rates of the same runs, judged by GPT-4V with all screenshots and by people. */
export const PUBLISHED_RATES = { judge: 0.583, people: 0.557 };
