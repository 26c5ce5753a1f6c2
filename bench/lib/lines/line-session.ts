/** Runs one line as `parley run "<line>" --url <page>` does, and checks the page afterwards. */
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

/** Time limit per line, so that one stuck line does not stop the run. */
const MAX_SECONDS = 90;

export interface SessionOptions {
  browser: OpenBrowser;
  navigator: NavigatorPlan;
  /** File with the cookies from logging in. */
  storageState: string | undefined;
  url: string;
  /** Folder for the recordings. */
  resultsFolder: string;
}

export interface LineSession {
  lastMessage: { kind: SayKind; text: string } | null;
  isViewShown: boolean | null;
  /** From sending the line to the navigator's last message. */
  seconds: number;
  transcript: string;
}

export async function runLine(line: Line, options: SessionOptions): Promise<LineSession> {
  const { browser, navigator, storageState, url, resultsFolder } = options;
  const events: SessionEvent[] = [];
  let getPage: () => Page | undefined = () => undefined;
  let startedAt = 0;
  let seconds = 0;
  let lastMessage: LineSession['lastMessage'] = null;
  let isViewShown: boolean | null = line.check?.view ? false : null;
  let isConfirmed = false;
  const instructor: Instructor = {
    next: async (exchange) => {
      if (startedAt === 0) {
        startedAt = performance.now();
        return { type: 'say', text: line.line };
      }
      const lastSay = findLastMessage(exchange);
      if (lastSay && line.confirm && !isConfirmed && asksSomething(lastSay)) {
        isConfirmed = true;
        return { type: 'say', text: 'yes' };
      }
      seconds = (performance.now() - startedAt) / 1000;
      lastMessage = lastSay && { kind: asksSomething(lastSay) ? 'ask' : lastSay.kind, text: lastSay.text };
      const page = getPage();
      if (line.check?.view && page) isViewShown = await showsView(page, line.check.view);
      return { type: 'stop' };
    },
  };
  await runConversation({
    name: line.id,
    description: line.line,
    startUrl: url,
    results: resultsFolder,
    browser: createBrowserPlan(storageState === undefined ? {} : { storageState }),
    provideBrowser: async () => ({
      ...browser,
      close: async () => undefined,
      openContext: async (contextOptions) => {
        const newContext = await browser.openContext(contextOptions);
        getPage = () => newContext.context.pages().at(-1);
        return newContext;
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
  // A session that ends by itself, for example because its budget is used up, does not ask the instructor again.
  if (seconds === 0 && startedAt > 0) {
    seconds = (performance.now() - startedAt) / 1000;
    const lastSay = events.findLast((event) => event.type === 'say' && event.speaker === 'navigator');
    if (lastSay?.type === 'say' && lastSay.kind) lastMessage = { kind: lastSay.kind, text: lastSay.text };
  }
  const lines = events.map((event) => formatEvent(event, { colour: false, showInstructor: true }));
  return {
    lastMessage,
    isViewShown,
    seconds,
    transcript: lines.filter((line) => line !== null).join('\n'),
  };
}

function findLastMessage(exchange: Exchange): (LineSession['lastMessage'] & { speaker: 'navigator' }) | null {
  const lineIndex = exchange.turns.findLastIndex((turn) => turn.speaker === 'instructor');
  const lastTurn = exchange.turns
    .slice(lineIndex + 1)
    .findLast((turn) => turn.speaker === 'navigator' && turn.type === 'say');
  return lastTurn?.type === 'say' && lastTurn.speaker === 'navigator' ? lastTurn : null;
}
