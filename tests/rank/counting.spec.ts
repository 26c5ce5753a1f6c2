import { expect, test } from '@playwright/test';

import type { Candidate } from '../../src/contract/index.js';
import { gatherEvidence } from '../../src/rank/evidence.js';
import { createCandidate, createObservation } from '../support/candidates.js';

type CandidateOverrides = Parameters<typeof createCandidate>[0];

/** Names of the candidates with the highest ordinal score. */
function findCounted(query: string, candidates: Candidate[]): string[] {
  const { ordinal } = gatherEvidence(query, createObservation(candidates), null);
  const highestScore = Math.max(...ordinal);
  return highestScore > 0
    ? candidates.filter((_, i) => ordinal[i] === highestScore).map(({ name, text }) => name || text)
    : [];
}

let line = 0;
const link = (name: string, xpath: string, overrides: CandidateOverrides = {}): Candidate =>
  createCandidate({
    role: 'link',
    name,
    xpath,
    box: { x: 0, y: line++ * 30, width: 200, height: 20 },
    ...overrides,
  });
const links = (names: string[], path: string, overrides: CandidateOverrides = {}): Candidate[] =>
  names.map((name, i) => link(name, path.replace('*', `${i + 1}`), overrides));
/** Links next to each other. */
const row = (names: string[], path: string, overrides: CandidateOverrides = {}): Candidate[] =>
  names.map((name, i) =>
    link(name, path.replace('*', `${i + 1}`), {
      box: { x: i * 100, y: 10, width: 90, height: 20 },
      ...overrides,
    }),
  );

const PLANETS = ['Mercury', 'Venus', 'Earth'];
const main = (): Candidate[] => links(PLANETS, '/html/body/main/ul/li[*]/a', { landmark: 'main' });
const nav = (): Candidate[] =>
  row(['Home', 'News', 'Sport', 'Culture'], '/html/body/nav/a[*]', { landmark: 'nav' });

const CASES: [description: string, query: string, page: () => Candidate[], found: string[]][] = [
  ['items of the main list', 'open the second result', () => [...nav(), ...main()], ['Venus']],
  ['the last item of the main list', 'the last entry', () => [...nav(), ...main()], ['Earth']],
  ['links of a navigation bar', 'third link of the section bar', () => [...main(), ...nav()], ['Sport']],
  [
    'links of a landmark',
    'last link in the footer',
    () => [...main(), ...row(['About', 'Imprint'], '/html/body/footer/a[*]', { landmark: 'footer' })],
    ['Imprint'],
  ],
  [
    'links at the end of a page that has no footer landmark',
    'last link in the footer',
    () => [
      ...main(),
      ...row(['About', 'Imprint'], '/html/body/div[9]/a[*]', {
        box: { x: 0, y: 770, width: 50, height: 20 },
      }),
    ],
    ['Imprint'],
  ],
  [
    'buttons with the same name',
    'the second Add to cart',
    () =>
      ['Tea', 'Add to cart', 'Coffee', 'Add to cart'].map((name, i) =>
        createCandidate({ name, attributes: { id: `${i}` } }),
      ),
    ['Add to cart'],
  ],
  [
    'buttons whose names begin with the same word',
    'remove the first guest',
    () => [
      createCandidate({ name: 'Close' }),
      ...['Remove Amara', 'Remove Ben'].map((name, i) =>
        createCandidate({ name, xpath: `/html/body/ul/li[${i + 1}]/button` }),
      ),
    ],
    ['Remove Amara'],
  ],
  [
    'items of the list under a heading',
    'most read, number 2',
    () => [
      ...links(['Big one', 'Big two', 'Big three'], '/html/body/main/article[*]/a'),
      ...links(['Small one', 'Small two'], '/html/body/aside/ol/li[*]/a', {
        section: 'Most read',
        landmark: 'aside',
      }),
    ],
    ['Small two'],
  ],
  [
    'cards under a heading, not the buttons on them',
    'the last card in Backlog',
    () =>
      ['Backlog', 'Done'].flatMap((section, column) =>
        [1, 2].flatMap((n) => {
          const xpath = `/html/body/section[${column + 1}]/div[${n}]`;
          const card = createCandidate({
            role: 'generic',
            text: `${section} task ${n}`,
            document: `div | task ${n}`,
            attributes: { class: 'card' },
            section,
            xpath,
          });
          return [
            card,
            createCandidate({ name: 'Edit card', parent: card.uid, section, xpath: `${xpath}/button` }),
          ];
        }),
      ),
    ['Backlog task 2'],
  ],
  [
    'entries of the menu that the named button opens',
    'last entry of the Explore menu',
    () => [
      createCandidate({
        name: 'Explore',
        xpath: '/html/body/nav/div/button',
        states: { expanded: true, haspopup: 'menu' },
      }),
      ...links(['Rivers', 'Towns'], '/html/body/nav/div/ul/li[*]/a', { landmark: 'nav' }),
      ...main(),
    ],
    ['Towns'],
  ],
  [
    'entries of the menu that is open',
    'the first item of the open menu',
    () => [
      createCandidate({ name: 'Sidebar', xpath: '/html/body/header/button[1]', states: { expanded: true } }),
      createCandidate({
        name: 'More',
        xpath: '/html/body/header/div/button',
        states: { expanded: true, haspopup: 'menu' },
      }),
      ...links(['Print', 'Export'], '/html/body/header/div/ul/li[*]/a', { landmark: 'header' }),
      ...main(),
    ],
    ['Print'],
  ],
  [
    'links that are names of people',
    'second person in the top bar',
    () => [
      ...row(['Share', 'Filter', 'Help'], '/html/body/header/button[*]', {
        landmark: 'header',
        role: 'button',
      }),
      ...row(['Ana Osei', 'Ben Carter'], '/html/body/header/span/a[*]', { landmark: 'header' }),
    ],
    ['Ben Carter'],
  ],
  [
    'controls of the counted row',
    'delete in the second row',
    () =>
      ['Ana', 'Ben'].flatMap((name, i) => {
        const xpath = `/html/body/table/tr[${i + 1}]`;
        const row = createCandidate({
          role: 'row',
          tag: 'tr',
          text: `${name} Edit Delete`,
          interactive: false,
          xpath,
        });
        return [
          row,
          createCandidate({ name: `Edit ${name}`, parent: row.uid, xpath: `${xpath}/td/button[1]` }),
          createCandidate({ name: `Delete ${name}`, parent: row.uid, xpath: `${xpath}/td/button[2]` }),
        ];
      }),
    ['Edit Ben', 'Delete Ben'],
  ],
  [
    'only items that contain the words of the query',
    'the second mail from Felix',
    () =>
      ['Mum: lunch', 'Felix: invoice', 'Kite: check-in', 'Felix: thanks'].map((text, i) =>
        createCandidate({ role: 'link', name: text, text, xpath: `/html/body/main/div[${i + 1}]` }),
      ),
    ['Felix: thanks'],
  ],
  [
    'no elements behind a dialog',
    'the first result',
    () => links(PLANETS, '/html/body/ul/li[*]/a', { behindModal: true }),
    [],
  ],
  ['nothing if the list is too short', 'the ninth result', () => main(), []],
  ['nothing without a number', 'open a result', () => main(), []],
];
test('an ordinal in the query counts the elements that it refers to', () => {
  for (const [description, query, page, expectedItem] of CASES)
    expect.soft(findCounted(query, page()), `"${query}" counts ${description}`).toEqual(expectedItem);
});

test('the main link of a counted item scores higher than its other controls', () => {
  const items = [1, 2].flatMap((n) => {
    const xpath = `/html/body/main/table/tr[${n}]`;
    const item = createCandidate({ role: 'row', tag: 'tr', text: `Book ${n}`, interactive: false, xpath });
    return [
      item,
      link(`Book ${n}`, `${xpath}/td[1]/a`, { parent: item.uid }),
      createCandidate({ name: 'Save', xpath: `${xpath}/td[2]/button`, parent: item.uid }),
    ];
  });
  const { ordinal } = gatherEvidence('open the second row', createObservation(items), null);
  expect([...ordinal]).toEqual([0, 0, 0, 0.6, 1, 0.4]);
});
