/** Browser tabs and scrolling. */
import { expect, test } from '@playwright/test';

import type { Effect, Observation, Outcome } from '../../../src/contract/index.js';
import { createDirectNavigator } from '../../../src/navigator/index.js';
import {
  changedOutcome,
  createPage,
  noEffectOutcome,
  Conversation,
  type ElementSketch,
} from './simulated-page.js';

const createDoneOutcome = (...effects: [Effect, ...Effect[]]): Outcome => ({
  status: 'done',
  effects,
  settle: { reason: 'quiet', ms: 1 },
});
const LINKS: ElementSketch[] = [{ role: 'link', name: 'Pricing', attributes: { href: '/pricing' } }];
const URLS = ['http://site.test/start', 'http://cal.test/calendar', 'http://shop.test/cart'];

/** A browser with `count` tabs; `active` is an index from 0. Tab ids begin at 11 so that they differ from positions. */
function startConversationWithTabs(count: number, active = 0, sketches = LINKS): Conversation {
  const tabs: Observation['tabs'] = URLS.slice(0, count).map((url, i) => ({
    id: 11 + i,
    url,
    active: i === active,
  }));
  return new Conversation(
    createDirectNavigator(),
    createPage(sketches, { tabs }),
    (action, _name, currentConversation) => {
      const openTabs = currentConversation.observation.tabs;
      switch (action.intent) {
        case 'tabcreate':
          return createDoneOutcome({ type: 'tab-opened', opened: 99, url: action.url ?? '' });
        case 'tabswitch':
          return createDoneOutcome({
            type: 'tab-switched',
            from: openTabs.find((t) => t.active)?.id ?? 0,
            to: action.tab,
          });
        case 'tabremove':
          currentConversation.observation = {
            ...currentConversation.observation,
            tabs: openTabs.filter((t) => t.id !== action.tab),
          };
          return createDoneOutcome({ type: 'tab-closed', closed: action.tab ?? 0, now: 11 });
        default:
          return changedOutcome;
      }
    },
  );
}

const tabLines: [line: string, tabs: number, active: number, actions: string[], kind?: string][] = [
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
for (const [line, tabs, active, actions, kind = 'report'] of tabLines) {
  test(`with ${tabs} ${tabs === 1 ? 'tab' : 'tabs'} and tab ${active + 1} active: ${line}`, async () => {
    const conversation = startConversationWithTabs(tabs, active);
    expect((await conversation.say(line)).kind).toBe(kind);
    expect(conversation.actions).toEqual(actions);
  });
}

test('a question about several other tabs contains their addresses', async () => {
  const response = await startConversationWithTabs(3, 0).say('switch to the other tab');
  expect(response.text).toContain('tab 2 (cal.test/calendar) and tab 3 (shop.test/cart)');
});

test('tabs on the page are preferred to browser tabs', async () => {
  const conversation = startConversationWithTabs(2, 0, [
    { role: 'tab', name: 'Tab 1' },
    { role: 'tab', name: 'Tab 2' },
  ]);
  await conversation.say('switch to tab 2');
  expect(conversation.actions).toEqual(['click Tab 2']);
});

test('a button cannot be opened in a new tab', async () => {
  const conversation = startConversationWithTabs(1, 0, [{ role: 'button', name: 'Pricing' }]);
  const response = await conversation.say('open Pricing in a new tab');
  expect(response.kind).toBe('unfinished');
  expect(response.text).toContain('has no address that I could open');
});

test.describe('scrolling', () => {
  const box = { x: 0, y: 0, width: 200, height: 400 };
  const chats: ElementSketch = {
    role: 'list',
    name: 'Chats',
    tag: 'ul',
    box,
    scroll: { x: 0, y: 0, maxX: 0, maxY: 900 },
  };
  const aside: ElementSketch = {
    role: 'generic',
    name: '',
    box: { ...box, height: 300 },
    landmark: 'aside',
    scroll: { x: 0, y: 500, maxX: 0, maxY: 600 },
  };
  const unscrollablePage = {
    viewport: { width: 1280, height: 720, scrollX: 0, scrollY: 0, scrollWidth: 1280, scrollHeight: 720 },
  };
  const SCROLL_CASES: [
    line: string,
    sketches: ElementSketch[],
    actions: string[],
    overrides?: Partial<Observation>,
  ][] = [
    ['scroll down in the list', [chats, aside], ['scroll Chats 0,320']],
    ['scroll the chats to the bottom', [chats, aside], ['scroll Chats 0,900']],
    ['scroll up in the sidebar', [chats, aside], ['scroll 0,260']],
    ['scroll down', [chats, aside], ['scroll 0,576']],
    ['scroll down', [chats, aside], ['scroll Chats 0,320'], unscrollablePage],
    ['scroll down', LINKS, [], unscrollablePage],
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
  for (const [line, sketches, actions, overrides] of SCROLL_CASES) {
    test(`${line}: ${actions.join() || 'no action'}`, async () => {
      const conversation = new Conversation(createDirectNavigator(), createPage(sketches, overrides));
      expect((await conversation.say(line)).kind).toBe('report');
      expect(conversation.actions).toEqual(actions);
    });
  }

  test('scrolling a missing or unscrollable element is not reported as success', async () => {
    const missingReply = await new Conversation(createDirectNavigator(), createPage([chats])).say(
      'scroll down in the weather',
    );
    expect(missingReply.kind).toBe('unfinished');
    expect(missingReply.text).toContain('“Chats”');
    const unmovedConversation = new Conversation(
      createDirectNavigator(),
      createPage([chats]),
      () => noEffectOutcome,
    );
    expect((await unmovedConversation.say('scroll the chats down')).kind).toBe('unfinished');
  });
});
