/** Lines whose words match no element: the navigator offers the element with the closest meaning and does not use it unasked. */
import { openRanker } from '../../../src/rank/index.js';
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

const PAGE = `<h1>Draft</h1><nav><a href="#in">Incoming mail</a> <a href="#out">Sent</a></nav>
  <button>Discard draft</button><button onclick="out.textContent = 'To all of them'">Reply to all</button>
  <button>Print</button><button>Mark as unread</button><p id=out role=status></p>`;

test('the navigator asks about the element with the closest meaning and clicks it after a yes', async ({
  surface,
  show,
}) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(PAGE);
    const conversation = startConversation(surface, ranker);
    const question = await conversation.say('click answer everybody');
    expect(question).toEqual({
      kind: 'ask',
      text: "I can't find “answer everybody” here. Do you mean the “Reply to all” button?",
    });
    expect(conversation.actions).toEqual([]);
    const done = await conversation.say('yes');
    expect(done.kind).toBe('report');
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

test('nothing is opened in search of an element that the ranking clearly finds on the page', async ({
  surface,
  show,
}) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(`<h1>Board</h1><button aria-haspopup=menu aria-expanded=false>More actions</button>
      <button aria-expanded=false>Explore</button><a href="#priority">Priority</a> <a href="#due">Due date</a>
      <button>Save article</button><button>Turn all off</button>
      <ul><li><a href="#1">Ferry times</a><li><a href="#2">Harbour map</a><li><a href="#3">Weather</a></ul>`);
    for (const [line, offered] of [
      ['sort by how urgent they are', 'Priority'],
      ['click disable everything', 'Turn all off'],
      ['click keep article', 'Save article'],
    ] as const) {
      const conversation = startConversation(surface, ranker);
      const { kind, text } = await conversation.say(line);
      expect.soft([line, kind, conversation.actions]).toEqual([line, 'ask', []]);
      expect.soft(text).toContain(`“${offered}”`);
    }
  } finally {
    await ranker.close();
  }
});
