import { expect, test } from '@playwright/test';

import { classify, readPageFacts } from '../../../src/policy/consent/index.js';
import { toEnglishWords } from '../../../src/policy/consent/languages/index.js';
import { LANGUAGES } from './languages.data.js';
import { drawSketch, type Sketch } from './sketch.js';

function classOf(sketch: Sketch): string | null {
  const { observation, action } = drawSketch(sketch);
  const facts = readPageFacts(action, observation);
  return (facts && classify(facts))?.class ?? null;
}

for (const [language, { orders, harmless }] of Object.entries(LANGUAGES))
  test(`${language} orders are judged, harmless ${language} controls are not`, () => {
    expect(orders.length).toBeGreaterThanOrEqual(10);
    expect(harmless.length).toBeGreaterThanOrEqual(10);
    for (const [expected, name, page] of orders)
      expect.soft(classOf({ name, title: 'Seite', ...page }), name).toBe(expected);
    for (const [name, page] of harmless)
      expect.soft(classOf({ name, title: 'Seite', ...page }), name).toBe(null);
  });

test('English names keep their words', () => {
  for (const name of [
    'Place order',
    'Post a comment',
    'Send to all',
    'View article',
    'Add to cart',
    'Publication date',
    'Mail me a copy',
    'Delete message',
    'Open in a new tab',
    'Review and pay',
  ])
    expect
      .soft(toEnglishWords(name.toLowerCase()), name)
      .toBe(name.toLowerCase().replace('publication', 'post').replace('article', 'post'));
});
