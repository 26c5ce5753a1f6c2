/** Lines whose words match no element: the probability of the best element decides between acting, asking and giving up. */
import { openRanker } from '../../../src/rank/index.js';
import { expect, signal, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const PAGE = `<h1>Draft</h1><nav><a href="#in">Incoming mail</a> <a href="#out">Sent</a></nav>
  <button>Discard draft</button><button onclick="out.textContent = 'To all of them'">Reply to all</button>
  <button>Print</button><button>Mark as unread</button><p id=out role=status></p>`;

test('the navigator asks about an element that is probably meant, and uses it after a yes', async ({
  surface,
  show,
}) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(PAGE);
    const conversation = startConversation(surface, ranker);
    const { kind, text } = await conversation.say('click answer everybody');
    expect(kind).toBe('ask');
    expect(text).toContain('“Reply to all”');
    expect(conversation.actions).toEqual([]);
    expect((await conversation.say('yes')).kind).toBe('report');
    expect(conversation.actions).toHaveLength(1);
  } finally {
    await ranker.close();
  }
});

test('an element that is almost certainly meant is used at once, and the report names it', async ({
  surface,
  show,
}) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(`${PAGE}<button onclick="out.textContent = 'Kept'">Save article</button>`);
    const conversation = startConversation(surface, ranker);
    const { kind, text } = await conversation.say('click keep article');
    expect(kind).toBe('report');
    expect(text).toContain('“Save article”');
    expect(conversation.actions).toHaveLength(1);
  } finally {
    await ranker.close();
  }
});

test('without a clear best match, no element is offered', async ({ surface, show }) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(PAGE);
    const { kind } = await startConversation(surface, ranker).say('click the quarterly balance of Norway');
    expect(kind).toBe('unfinished');
  } finally {
    await ranker.close();
  }
});

test('if the ranking clearly finds the element on the page, nothing is opened to look for it', async ({
  surface,
  show,
}) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(`<h1>Board</h1><button aria-haspopup=menu aria-expanded=false>More actions</button>
      <button aria-expanded=false>Explore</button><a href="#sort=priority">Priority</a> <a href="#sort=due">Due date</a>
      <button>Save article</button><button>Turn all off</button>
      <ul><li><a href="#1">Ferry times</a><li><a href="#2">Harbour map</a><li><a href="#3">Weather</a></ul>`);
    const { candidates } = await surface.observe({}, signal);
    const menus = candidates.filter(({ states }) => states.expanded === false).map(({ uid }) => uid);
    expect(menus).toHaveLength(2);
    for (const line of ['sort by how urgent they are', 'click disable everything', 'click keep article']) {
      const conversation = startConversation(surface, ranker);
      await conversation.say(line);
      const usedUids = conversation.actions.map((action) => ('uid' in action ? action.uid : ''));
      expect
        .soft(
          usedUids.filter((uid) => menus.includes(uid!)),
          line,
        )
        .toEqual([]);
    }
  } finally {
    await ranker.close();
  }
});
