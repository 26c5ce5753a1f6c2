/** Tests that the prompts of a live session equal, byte for byte, those rebuilt from its recorded demonstration. */
import { rebuildPromptInput } from '../../../src/offline/index.js';
import { createRecordedRanking } from '../../../src/offline/index.js';
import { readDemonstration, readSession } from '../../../src/demonstration/index.js';
import { ESTIMATE, findFamily, chooseFirstShape, buildWeblinxRequest } from '../../../src/prompt/index.js';
import { createRedactor } from '../../../src/secrets/index.js';
import { expect, test } from '../../support/browser.js';
import type { ModelRequest, AnswerFunction } from '../../support/fake-model-server.js';
import { createPageListener, startServer } from '../../support/server.js';
import { runConversation, type ConversationResult, formatSay, findUid } from './run-conversation.js';

const SECRET = 'kT7-pepper-and-salt';
const formatRows = (firstNumber: number): string =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `<li class="row"><a href="/item?n=${firstNumber + i}" title="The “${firstNumber + i}th” thing &amp; more — very very long"><b>Item ${firstNumber + i}</b> for 5,25 €</a></li>`,
  ).join('\n');
const formatPage = (title: string, firstNumber: number): string => `<!doctype html><title>${title}</title>
  <style>li{margin:2.3px} ul{margin-top:450px}</style><!-- a comment with ${SECRET} --><h1>${title} 🛶 é</h1>
  <nav><div><div><a href="/prices"><span>Prices</span></a></div></div> <a href="/" title="${SECRET}">Home</a></nav>
  <form action="/prices"><input name="q" placeholder="Search &lt;here&gt;"><select name="s"><option>a<option>b</select>
  <textarea name="t">\n two lines\n here</textarea><button>Go</button></form><ul>${formatRows(firstNumber)}</ul>`;

/** Speaks, types, chooses, scrolls, clicks and loads, depending on the history in the prompt. */
const createPolicy =
  (url: string): AnswerFunction =>
  ({ prompt }) => {
    // The prompt's instructions also contain action names, with `[str]` as arguments.
    const hasActed = (actionName: string): boolean =>
      new RegExp(`intent="${actionName}"|${actionName}\\((?!\\w+=\\[)`).test(prompt);
    const findUidOrNone = (words: RegExp): string => findUid(prompt, words) ?? 'none';
    if (/Noneh x Nonew|^\nYou will find/.test(prompt))
      return { text: formatSay(hasActed('click') ? 'They are open' : 'Okay') };
    if (!hasActed('text_input'))
      return {
        text: `text_input(text="salt ${SECRET}", uid="${findUidOrNone(/\[\[tag\]\] input|\(input/)}")`,
      };
    if (!hasActed('change'))
      return { text: `change(value="b", uid="${findUidOrNone(/\[\[tag\]\] select|\(select/)}")` };
    if (!hasActed('scroll')) return { text: 'scroll(x=0, y=120)' };
    if (!hasActed('click'))
      return { text: `click(uid="${findUidOrNone(/\[\[tag\]\] a \[\[xpath\]\] \S*nav\S* |\(a id=0/)}")` };
    return { text: hasActed('load') ? formatSay('They are open') : `load(url="${url}/item?n=7")` };
  };

/** Returns a request's messages or prompt. */
const getPrompt = ({ body }: ModelRequest): unknown => body['messages'] ?? body['prompt'];

/** Pairs each prompt that was sent with the prompt that is rebuilt from the demonstration. */
async function pairPrompts(
  result: ConversationResult,
  dir: string,
  family: string,
): Promise<[live: unknown, rebuilt: unknown][]> {
  const { turns } = readDemonstration(dir);
  const { events } = readSession(dir);
  const rank = createRecordedRanking(events, turns)!;
  const liveRequests = result.requests.slice();
  const pairs: [unknown, unknown][] = [];
  // Each decision has one event of the session and one turn in replay.json.
  const decisions = events.flatMap((event) =>
    (event.type === 'say' || event.type === 'action') && event.evidence?.model ? [event] : [],
  );
  for (const event of decisions) {
    const index = turns.findIndex((turn) =>
      turn.type === 'browser' ? turn.action.event_id === event.turn : turn.timestamp === event.t,
    );
    const liveRequest = liveRequests.splice(0, event.evidence!.model!.calls)[0]!;
    // Actions that failed are not recorded as WebLINX turns.
    if (index < 0) continue;
    const { shape } = chooseFirstShape(findFamily(family)!.shapePolicy, turns.slice(0, index));
    // WebLINX has no page for chat turns, so an utterance decided with a page cannot be compared.
    if (turns[index]!.type === 'chat' && shape === 'browser') continue;
    const rebuilt = await rebuildPromptInput(dir, turns, index, shape, rank);
    const { body } = buildWeblinxRequest(findFamily(family)!, shape, rebuilt.input, ESTIMATE);
    pairs.push([getPrompt(liveRequest), body.kind === 'chat' ? body.messages : body.text]);
  }
  return pairs;
}

/** Number of comparable decisions per family: actions, and utterances that were decided without a page. */
const DECISION_COUNTS: Record<string, number> = { llama: 12, gpt: 12, flan: 12, mindact: 12 };

for (const family of Object.keys(DECISION_COUNTS)) {
  test(`the prompts of weblinx:${family} can be rebuilt from the demonstration`, async ({
    surface,
  }, info) => {
    const site = await startServer(
      createPageListener({
        '/': formatPage('Shop', 1),
        '/prices': formatPage('Prices', 100),
        '/item': formatPage('Item', 7),
      }),
    );
    const redactor = createRedactor();
    redactor.add('SALT', SECRET);
    const dir = info.outputPath('demonstration');
    const lines = ['Search for salt', `and what of “Item 3”? ${SECRET}`, 'Thanks!'];
    const result = await runConversation({
      surface,
      url: `${site.url}/`,
      dir,
      family,
      lines,
      redactor,
      policy: createPolicy(site.url),
      maxActions: 12,
    });
    await site.close();
    const pairs = await pairPrompts(result, dir, family);
    expect(pairs.length).toBe(DECISION_COUNTS[family]);
    for (const [live, rebuilt] of pairs) expect(JSON.stringify(live)).toBe(JSON.stringify(rebuilt));
    expect(JSON.stringify(pairs)).toContain('<SALT>');
    expect(JSON.stringify(pairs)).not.toContain(SECRET);
  });
}
