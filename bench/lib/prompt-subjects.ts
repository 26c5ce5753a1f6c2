/** The pages that prompts are made of, what is wanted on each, and how its answer is known in any contender's text. */
import type { Sites } from './grounding-sites.js';
import type { Bench } from './bench.js';

export interface Subject {
  name: string;
  url: string;
  /** The instructor's line. */
  goal: string;
  /** What has to be in the prompt for the goal: an element of this name, or a fact in these words. */
  needs: { element: RegExp } | { fact: RegExp };
}

export function promptSubjects({ shop }: Pick<Bench, 'shop'>, { urlOf }: Pick<Sites, 'urlOf'>): Subject[] {
  return [
    {
      name: 'checkout form',
      url: urlOf('pages/checkout.html'),
      goal: 'I will collect the order myself',
      needs: { element: /Pick up in store/ },
    },
    {
      name: 'encyclopedia article',
      url: urlOf('/encyclopedia/wiki/Halden_Bridge'),
      goal: 'How long is the bridge?',
      needs: { fact: /1,024 m/ },
    },
    {
      name: 'calendar month',
      url: urlOf('/calendar/2026/11'),
      goal: 'Open the dentist appointment',
      needs: { element: /(?<!Duplicate )Dentist/ },
    },
    {
      name: 'shop 1.7k',
      url: `${shop}/1.7k`,
      goal: 'Put Widget 42 into the cart',
      needs: { element: /Add Widget 42 to cart/ },
    },
    {
      name: 'shop 10k',
      url: `${shop}/10k`,
      goal: 'Put Widget 842 into the cart',
      needs: { element: /Add Widget 842 to cart/ },
    },
  ];
}
