/** The pages of the prompt benchmark, with a goal for each and what a prompt must contain for it. */
import type { GroundingSites } from './grounding-sites.js';
import type { Bench } from './bench.js';

export interface PromptSubject {
  name: string;
  url: string;
  goal: string;
  /** Matches the name of the element, or the fact, that the prompt must contain. */
  needs: { element: RegExp } | { fact: RegExp };
}

export function listPromptSubjects(
  { shop }: Pick<Bench, 'shop'>,
  { urlOf }: Pick<GroundingSites, 'urlOf'>,
): PromptSubject[] {
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
