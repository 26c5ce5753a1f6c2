/** What is sent live is what the data-set path makes of the written demonstration, byte for byte. */
import { rebuildPromptInput } from '../../../src/cli/prompt-input.js';
import { createRecordedRanking } from '../../../src/cli/recorded-ranking.js';
import { readDemonstration, readSession } from '../../../src/demonstration/index.js';
import { ESTIMATE, familyNamed, firstShape, weblinxRequest } from '../../../src/prompt/index.js';
import { createRedactor } from '../../../src/secrets/index.js';
import { expect, test } from '../../support/browser.js';
import type { Asked, Policy } from '../../support/fake-model-server.js';
import { pages, serve } from '../../support/server.js';
import { converse, type Held, say, uidIn } from './live.js';

const SECRET = 'kT7-pepper-and-salt';
const rows = (from: number): string =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `<li class="row"><a href="/item?n=${from + i}" title="The “${from + i}th” thing &amp; more — very very long"><b>Item ${from + i}</b> for 5,25 €</a></li>`,
  ).join('\n');
const page = (title: string, from: number): string => `<!doctype html><title>${title}</title>
  <style>li{margin:2.3px} ul{margin-top:450px}</style><!-- a comment with ${SECRET} --><h1>${title} 🛶 é</h1>
  <nav><div><div><a href="/prices"><span>Prices</span></a></div></div> <a href="/" title="${SECRET}">Home</a></nav>
  <form action="/prices"><input name="q" placeholder="Search &lt;here&gt;"><select name="s"><option>a<option>b</select>
  <textarea name="t">\n two lines\n here</textarea><button>Go</button></form><ul>${rows(from)}</ul>`;

/** Speaks, types, chooses, scrolls, opens and loads, by what its history tells. */
const policyAt =
  (url: string): Policy =>
  ({ prompt }) => {
    // Instructions name the actions, too, with `[str]` for what they take.
    const did = (what: string): boolean => new RegExp(`intent="${what}"|${what}\\((?!\\w+=\\[)`).test(prompt);
    const uid = (words: RegExp): string => uidIn(prompt, words) ?? 'none';
    if (/Noneh x Nonew|^\nYou will find/.test(prompt))
      return { text: say(did('click') ? 'They are open' : 'Okay') };
    if (!did('text_input'))
      return { text: `text_input(text="salt ${SECRET}", uid="${uid(/\[\[tag\]\] input|\(input/)}")` };
    if (!did('change')) return { text: `change(value="b", uid="${uid(/\[\[tag\]\] select|\(select/)}")` };
    if (!did('scroll')) return { text: 'scroll(x=0, y=120)' };
    if (!did('click'))
      return { text: `click(uid="${uid(/\[\[tag\]\] a \[\[xpath\]\] \S*nav\S* |\(a id=0/)}")` };
    return { text: did('load') ? say('They are open') : `load(url="${url}/item?n=7")` };
  };

/** The body as it went over the wire, less what only the server reads. */
const sent = ({ body }: Asked): unknown => body['messages'] ?? body['prompt'];

async function both(held: Held, dir: string, family: string): Promise<[live: unknown, made: unknown][]> {
  const { turns } = readDemonstration(dir);
  const { events } = readSession(dir);
  const rank = createRecordedRanking(events, turns)!;
  const live = held.asked.slice();
  const pairs: [unknown, unknown][] = [];
  // One event of a turn of the navigator for each decision, and one turn in replay.json for each of these here.
  const decided = events.flatMap((event) =>
    (event.type === 'say' || event.type === 'action') && event.evidence?.model ? [event] : [],
  );
  for (const event of decided) {
    const index = turns.findIndex((turn) =>
      turn.type === 'browser' ? turn.action.event_id === event.turn : turn.timestamp === event.t,
    );
    const asked = live.splice(0, event.evidence!.model!.calls)[0]!;
    // What did not happen is no turn of WebLINX.
    if (index < 0) continue;
    const { shape } = firstShape(familyNamed(family)!.shape, turns.slice(0, index));
    // A line that was decided with a page in sight: the format has no page for it.
    if (turns[index]!.type === 'chat' && shape === 'browser') continue;
    const at = await rebuildPromptInput(dir, turns, index, shape, rank);
    const { body } = weblinxRequest(familyNamed(family)!, shape, at.input, ESTIMATE);
    pairs.push([sent(asked), body.kind === 'chat' ? body.messages : body.text]);
  }
  return pairs;
}

/** Decisions that can be compared: acts, and lines that were decided without a page. */
const DECISIONS: Record<string, number> = { llama: 12, gpt: 12, flan: 12, mindact: 12 };

for (const family of Object.keys(DECISIONS)) {
  test(`weblinx:${family} is sent live what its demonstration gives`, async ({ surface }, info) => {
    const site = await serve(
      pages({ '/': page('Shop', 1), '/prices': page('Prices', 100), '/item': page('Item', 7) }),
    );
    const redactor = createRedactor();
    redactor.add('SALT', SECRET);
    const dir = info.outputPath('demonstration');
    const lines = ['Search for salt', `and what of “Item 3”? ${SECRET}`, 'Thanks!'];
    const held = await converse({
      surface,
      url: `${site.url}/`,
      dir,
      family,
      lines,
      redactor,
      policy: policyAt(site.url),
      acts: 12,
    });
    await site.close();
    const pairs = await both(held, dir, family);
    expect(pairs.length).toBe(DECISIONS[family]);
    for (const [live, made] of pairs) expect(JSON.stringify(live)).toBe(JSON.stringify(made));
    expect(JSON.stringify(pairs)).toContain('<SALT>');
    expect(JSON.stringify(pairs)).not.toContain(SECRET);
  });
}
