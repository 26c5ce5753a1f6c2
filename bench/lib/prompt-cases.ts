/** The pages of the `prompt` benchmark, each with a goal and what a prompt must contain for it. */
import type { GroundingSites } from './grounding-sites.js';
import type { BenchmarkResources } from './bench.js';

export interface PromptCase {
  name: string;
  url: string;
  goal: string;
  /** Matches the name of the element, or the fact, that the prompt must contain. */
  need: { element: RegExp } | { fact: RegExp };
}

export function listPromptCases(
  { shopUrl }: Pick<BenchmarkResources, 'shopUrl'>,
  { getUrl }: Pick<GroundingSites, 'getUrl'>,
): PromptCase[] {
  return [
    {
      name: 'checkout form',
      url: getUrl('pages/checkout.html'),
      goal: 'I will collect the order myself',
      need: { element: /Pick up in store/ },
    },
    {
      name: 'encyclopedia article',
      url: getUrl('/encyclopedia/wiki/Halden_Bridge'),
      goal: 'How long is the bridge?',
      need: { fact: /1,024 m/ },
    },
    {
      name: 'calendar month',
      url: getUrl('/calendar/2026/11'),
      goal: 'Open the dentist appointment',
      need: { element: /(?<!Duplicate )Dentist/ },
    },
    {
      name: 'shop 1.7k',
      url: `${shopUrl}/1.7k`,
      goal: 'Put Widget 42 into the cart',
      need: { element: /Add Widget 42 to cart/ },
    },
    {
      name: 'shop 10k',
      url: `${shopUrl}/10k`,
      goal: 'Put Widget 842 into the cart',
      need: { element: /Add Widget 842 to cart/ },
    },
  ];
}
