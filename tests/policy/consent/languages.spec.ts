import { expect, test } from '@playwright/test';

import { classifyAction, readPageFacts } from '../../../src/policy/consent/index.js';
import { translateToEnglish } from '../../../src/policy/consent/languages/index.js';
import { LANGUAGES } from './languages.data.js';
import { createSketchedPage, type PageSketch } from './sketch.js';

function findConsentClass(sketch: PageSketch): string | null {
  const { observation, action } = createSketchedPage(sketch);
  const facts = readPageFacts(action, observation);
  return (facts && classifyAction(facts))?.class ?? null;
}

for (const [language, { irreversible, harmless }] of Object.entries(LANGUAGES))
  test(`irreversible ${language} controls are classified as such, and harmless ${language} controls are not`, () => {
    expect(irreversible.length).toBeGreaterThanOrEqual(10);
    expect(harmless.length).toBeGreaterThanOrEqual(10);
    for (const [expected, name, page] of irreversible)
      expect.soft(findConsentClass({ name, title: 'Seite', ...page }), name).toBe(expected);
    for (const [name, page] of harmless)
      expect.soft(findConsentClass({ name, title: 'Seite', ...page }), name).toBe(null);
  });

test('the words in English names are kept', () => {
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
      .soft(translateToEnglish(name.toLowerCase()), name)
      .toBe(name.toLowerCase().replace('publication', 'post').replace('article', 'post'));
});
