import { expect, test } from '@playwright/test';

import type { Effect, Observation, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import { changed, look, nothing, Talk, type Sketch } from './page.js';

const done = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});
const LINKS: Sketch[] = [{ role: 'link', name: 'Pricing', attributes: { href: '/pricing' } }];
const URLS = ['http://site.test/start', 'http://cal.test/calendar', 'http://shop.test/cart'];

/** A browser with that many tabs; `active` counts from 0. Ids are not places: they begin at 11. */
function browser(count: number, active = 0, sketches = LINKS): Talk {
  const tabs: Observation['tabs'] = URLS.slice(0, count).map((url, i) => ({
    id: 11 + i,
    url,
    active: i === active,
  }));
  return new Talk(createDirectNavigator(), look(sketches, { tabs }), (act, _name, me) => {
    const now = me.page.tabs;
    switch (act.intent) {
      case 'tabcreate':
        return done({ type: 'tab-opened', opened: 99, url: act.url ?? '' });
      case 'tabswitch':
        return done({ type: 'tab-switched', from: now.find((t) => t.active)?.id ?? 0, to: act.tab });
      case 'tabremove':
        me.page = { ...me.page, tabs: now.filter((t) => t.id !== act.tab) };
        return done({ type: 'tab-closed', closed: act.tab ?? 0, now: 11 });
      default:
        return changed;
    }
  });
}

const moves: [line: string, tabs: number, active: number, acts: string[], kind?: string][] = [
  ['open a new tab', 1, 0, ['tabcreate']],
  ['open the Pricing link in a new tab', 1, 0, ['tabcreate http://site.test/pricing']],
  ['open example.org in a new tab', 1, 0, ['tabcreate https://example.org']],
  ['switch to the other tab', 2, 1, ['tabswitch 11']],
  ['switch to tab 2', 2, 0, ['tabswitch 12']],
  ['go to the last tab', 3, 0, ['tabswitch 13']],
  ['next tab', 3, 2, ['tabswitch 11']],
  ['go to the previous tab', 3, 0, ['tabswitch 13']],
  ['switch to the calendar tab', 2, 0, ['tabswitch 12']],
  ['close this tab', 2, 1, ['tabremove 12']],
  ['close tab 1', 2, 1, ['tabremove 11']],
  ['close the other tabs', 3, 1, ['tabremove 11', 'tabremove 13']],
  ['close this tab', 1, 0, [], 'unfinished'],
  ['switch to the other tab', 1, 0, [], 'unfinished'],
  ['switch to the other tab', 3, 0, [], 'unfinished'],
  ['switch to tab 7', 2, 0, [], 'unfinished'],
  ['switch to tab 1', 2, 0, []],
];
for (const [line, tabs, active, acts, kind = 'report'] of moves) {
  test(`with ${tabs} tabs, the ${active + 1}. in front: ${line}`, async () => {
    const t = browser(tabs, active);
    expect((await t.say(line)).kind).toBe(kind);
    expect(t.done).toEqual(acts);
  });
}

test('which of several other tabs is meant is said back with their addresses', async () => {
  const said = await browser(3, 0).say('switch to the other tab');
  expect(said.text).toContain('tab 2 (cal.test/calendar) and tab 3 (shop.test/cart)');
});

test('tabs of the page come before those of the browser', async () => {
  const t = browser(2, 0, [
    { role: 'tab', name: 'Tab 1' },
    { role: 'tab', name: 'Tab 2' },
  ]);
  await t.say('switch to tab 2');
  expect(t.done).toEqual(['click Tab 2']);
});

test('what is no link cannot be opened in a new tab', async () => {
  const t = browser(1, 0, [{ role: 'button', name: 'Pricing' }]);
  const said = await t.say('open Pricing in a new tab');
  expect(said.kind).toBe('unfinished');
  expect(said.text).toContain('leads to no address');
});

test.describe('scrolling', () => {
  const box = { x: 0, y: 0, width: 200, height: 400 };
  const chats: Sketch = {
    role: 'list',
    name: 'Chats',
    tag: 'ul',
    box,
    scroll: { x: 0, y: 0, maxX: 0, maxY: 900 },
  };
  const aside: Sketch = {
    role: 'generic',
    name: '',
    box: { ...box, height: 300 },
    landmark: 'aside',
    scroll: { x: 0, y: 500, maxX: 0, maxY: 600 },
  };
  const short = {
    viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 720 },
  };
  const scrolls: [line: string, sketches: Sketch[], acts: string[], more?: Partial<Observation>][] = [
    ['scroll down in the list', [chats, aside], ['scroll Chats 0,320']],
    ['scroll the chats to the bottom', [chats, aside], ['scroll Chats 0,900']],
    ['scroll up in the sidebar', [chats, aside], ['scroll 0,260']],
    ['scroll down', [chats, aside], ['scroll 0,576']],
    ['scroll down', [chats, aside], ['scroll Chats 0,320'], short],
    ['scroll down', LINKS, [], short],
    [
      'scroll to Zoe',
      [chats, { role: 'listitem', name: 'Zoe', parent: 'Chats', interactive: false }],
      ['reveal Zoe'],
    ],
    [
      'scroll to the reviews',
      [{ role: 'heading', name: 'Reviews', box: { x: 0, y: 1200, width: 100, height: 30 } }],
      ['scroll 0,1020'],
    ],
  ];
  for (const [line, sketches, acts, more] of scrolls) {
    test(`${line}: ${acts.join() || 'nothing to do'}`, async () => {
      const t = new Talk(createDirectNavigator(), look(sketches, more));
      expect((await t.say(line)).kind).toBe('report');
      expect(t.done).toEqual(acts);
    });
  }

  test('a part that is not there, or does not move, is no success', async () => {
    const missing = await new Talk(createDirectNavigator(), look([chats])).say('scroll down in the weather');
    expect(missing.kind).toBe('unfinished');
    expect(missing.text).toContain('“Chats”');
    const stuck = new Talk(createDirectNavigator(), look([chats]), () => nothing);
    expect((await stuck.say('scroll the chats down')).kind).toBe('unfinished');
  });
});
