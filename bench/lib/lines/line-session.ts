/** Runs one line like `parley run "<line>" --url <page>`, and checks the page afterwards. */
import type { Page } from 'playwright';

import { createBrowserPlan } from '../../../src/assembly/browser-plan.js';
import type { NavigatorPlan } from '../../../src/assembly/navigator-plan.js';
import { createRankerPlan } from '../../../src/assembly/ranker-plan.js';
import { runConversation } from '../../../src/assembly/run-conversation.js';
import type { Exchange, Instructor, SayKind, SessionEvent } from '../../../src/contract/index.js';
import { asksSomething } from '../../../src/dialogue/index.js';
import { formatEvent } from '../../../src/instructor/index.js';
import type { OpenBrowser } from '../../../src/page/index.js';
import { RUN_BUDGET } from '../../../src/policy/index.js';
import type { Line } from './line.js';
import { showsView } from './view.js';

/** A line ends after this time, so that one stuck line does not stop the run. */
const MAX_SECONDS = 90;

export interface SessionOptions {
  browser: OpenBrowser;
  navigator: NavigatorPlan;
  /** File with the cookies of the log-in. */
  storageState: string | undefined;
  url: string;
  /** Folder for the recordings. */
  results: string;
}

export interface LineSession {
  sentence: { kind: SayKind; text: string } | null;
  showsView: boolean | null;
  /** From sending the line to the last sentence. */
  seconds: number;
  transcript: string;
}

export async function runLine(line: Line, options: SessionOptions): Promise<LineSession> {
  const { browser, navigator, storageState, url, results } = options;
  const events: SessionEvent[] = [];
  let readPage: () => Page | undefined = () => undefined;
  let began = 0;
  let seconds = 0;
  let sentence: LineSession['sentence'] = null;
  let isShown: boolean | null = line.check?.view ? false : null;
  let isConfirmed = false;
  const instructor: Instructor = {
    next: async (exchange) => {
      if (began === 0) {
        began = performance.now();
        return { type: 'say', text: line.line };
      }
      const last = findLastSentence(exchange);
      if (last && line.confirm && !isConfirmed && asksSomething(last)) {
        isConfirmed = true;
        return { type: 'say', text: 'yes' };
      }
      seconds = (performance.now() - began) / 1000;
      sentence = last && { kind: asksSomething(last) ? 'ask' : last.kind, text: last.text };
      const page = readPage();
      if (line.check?.view && page) isShown = await showsView(page, line.check.view);
      return { type: 'stop' };
    },
  };
  await runConversation({
    name: line.id,
    description: line.line,
    startUrl: url,
    results,
    browser: createBrowserPlan(storageState === undefined ? {} : { storageState }),
    provideBrowser: async () => ({
      ...browser,
      close: async () => undefined,
      openContext: async (contextOptions) => {
        const opened = await browser.openContext(contextOptions);
        readPage = () => opened.context.pages().at(-1);
        return opened;
      },
    }),
    navigator,
    ranker: createRankerPlan({}),
    budget: { ...RUN_BUDGET, seconds: MAX_SECONDS },
    needsContent: true,
    banners: 'leave',
    confirm: {},
    instructor: () => instructor,
    onEvent: (event) => void events.push(event),
    onWait: () => undefined,
    signal: new AbortController().signal,
  });
  // A session that ends by itself, for example because its budget is spent, does not ask the instructor again.
  if (seconds === 0 && began > 0) {
    seconds = (performance.now() - began) / 1000;
    const last = events.findLast((event) => event.type === 'say' && event.speaker === 'navigator');
    if (last?.type === 'say' && last.kind) sentence = { kind: last.kind, text: last.text };
  }
  const lines = events.map((event) => formatEvent(event, { colour: false, showInstructor: true }));
  return {
    sentence,
    showsView: isShown,
    seconds,
    transcript: lines.filter((one) => one !== null).join('\n'),
  };
}

function findLastSentence(exchange: Exchange): (LineSession['sentence'] & { speaker: 'navigator' }) | null {
  const start = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor');
  const last = exchange.turns
    .slice(start + 1)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
  return last?.type === 'say' && last.speaker === 'navigator' ? last : null;
}
