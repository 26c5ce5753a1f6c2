/** Words that nothing on the page is called by: what may be meant is offered, never taken. */
import { openRanker } from '../../../src/rank/index.js';
import { expect, test } from '../../support/browser.js';
import { converse } from './live.js';

const PAGE = `<h1>Draft</h1><nav><a href="#in">Incoming mail</a> <a href="#out">Sent</a></nav>
  <button>Discard draft</button><button onclick="out.textContent = 'To all of them'">Reply to all</button>
  <button>Print</button><button>Mark as unread</button><p id=out role=status></p>`;

test('what is nearest in meaning is asked about, and taken on yes', async ({ surface, show }) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(PAGE);
    const talk = converse(surface, ranker);
    const asked = await talk.say('click answer everybody');
    expect(asked).toEqual({
      kind: 'ask',
      text: "I can't find “answer everybody” here. Do you mean the “Reply to all” button?",
    });
    expect(talk.acts).toEqual([]);
    const done = await talk.say('yes');
    expect(done.kind).toBe('report');
    expect(talk.acts).toHaveLength(1);
  } finally {
    await ranker.close();
  }
});

test('where nothing stands out nothing is offered', async ({ surface, show }) => {
  const ranker = openRanker({ threads: 1 });
  try {
    await show(PAGE);
    const { kind } = await converse(surface, ranker).say('click the quarterly balance of Norway');
    expect(kind).toBe('unfinished');
  } finally {
    await ranker.close();
  }
});
