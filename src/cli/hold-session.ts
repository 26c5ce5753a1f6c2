/**
 * Puts one session together: record, browser, page, ranker, navigator, instructor; holds it; and takes
 * everything down again whatever happened.
 */
import { join, relative, resolve } from 'node:path';

import type { Instructor, SessionEvent } from '../contract/index.js';
import { Problem } from '../contract/index.js';
import { DemonstrationWriter } from '../demonstration/index.js';
import { createLog } from '../log/index.js';
import { createDirectNavigator } from '../navigator/index.js';
import { browserName, createSurface, openBrowser, type EgressOptions } from '../page/index.js';
import { exitCode, type Banners, type Budget } from '../policy/index.js';
import { addEnvironmentKeys, createRedactor } from '../secrets/index.js';
import { runSession, type SessionResult } from '../session/index.js';
import { typedAddresses } from './typed-addresses.js';
import type { BrowserPlan } from './options.js';
import { rankerNotes } from './ranker-notes.js';
import type { RankerPlan } from './ranker-plan.js';
import { version } from './version.js';

export interface SessionPlan {
  /** What the demonstration is called. */
  name: string;
  description: string;
  scenario?: string;
  startUrl?: string | undefined;
  /** Folder that holds the demonstrations. */
  results: string;
  browser: BrowserPlan;
  ranker: RankerPlan;
  budget: Budget;
  needsContent: boolean;
  banners: Banners;
  instructor(demonstration: string): Instructor;
  onEvent(event: SessionEvent): void;
  onPhase?(phase: string): void;
  stretchSignal?(): AbortSignal;
  signal: AbortSignal;
}

export interface HeldSession {
  demonstration: string;
  exit: number;
  verdict: SessionResult['verdict'];
}

/** Words after which a line is likely to hold what should not be in a folder name. */
const DELICATE = /\b(?:pass(?:word|code|phrase)|secret|token|pin|api key|credit card)\b/i;

function slug(line: string): string {
  const name = DELICATE.test(line) ? 'task' : line;
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, 40).replace(/-+$/, '') || 'session';
}

/** `2026-11-21T17-05-09-find-a-river`: sorts by time, and says what it was. */
export function demonstrationId(name: string, now: Date, pid: number): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  return `${time}-${slug(name)}-${pid.toString(36)}`;
}

/** Holds the session to its end. @throws Problem for what is wrong before a record exists */
export async function holdSession(plan: SessionPlan): Promise<HeldSession> {
  const { signal, browser } = plan;
  const results = resolve(plan.results);
  const program = browserName(browser.browser);
  const startedAt = new Date();
  const redactor = createRedactor();
  addEnvironmentKeys(redactor, process.env);
  for (const [name, value] of browser.secrets) redactor.add(name, value);
  const id = demonstrationId(redactor.text(plan.name), startedAt, process.pid);
  const folder = join(results, id);
  const navigator = createDirectNavigator();
  const recorder = DemonstrationWriter.create(
    folder,
    {
      id,
      name: plan.name,
      description: plan.description,
      startedAt: startedAt.getTime(),
      navigator: navigator.name,
      ranker: plan.ranker.name,
      url: plan.startUrl ?? '',
      parley: version,
      browser: program,
      ...(plan.scenario ? { scenario: plan.scenario } : {}),
    },
    redactor,
  );
  const log = createLog(join(folder, 'run.log'), redactor);
  const demonstration = shown(folder);
  plan.onEvent(recorder.opening);
  const notes = rankerNotes({
    note: (text) => plan.onEvent(recorder.event({ type: 'note', text })),
    write: (text) => void process.stderr.write(text),
    shown: Boolean(process.stdout.isTTY),
  });
  const ranker = plan.ranker.open((problem) => {
    log.warn('ranker', { error: problem });
    notes.tell(problem);
  });
  const egress = browser.egress();
  try {
    // Dialogs of the page stay open for a navigator that answers them; nobody else would.
    const dialogs = navigator.answersDialogs ? 'ask' : 'dismiss';
    const held = await withBrowser(
      { browser, egress, folder, dialogs, onFault: (error) => log.error('fault', { error }) },
      async (surface) =>
        runSession({
          surface,
          ranker,
          navigator,
          instructor: plan.instructor(folder),
          recorder,
          budget: plan.budget,
          startUrl: plan.startUrl,
          needsContent: plan.needsContent,
          banners: plan.banners,
          onEvent: (event) => {
            log.info(event.type, { event: event.seq });
            if (event.type === 'end') notes.close();
            // What the instructor names by its address he means to open.
            if (event.type === 'say' && event.speaker === 'instructor')
              for (const url of typedAddresses(event.text)) egress.judge.admit(url);
            plan.onEvent(event);
          },
          onPhase: (phase) => {
            log.debug(phase);
            plan.onPhase?.(phase);
          },
          keepSecret: (name, value) => redactor.add(name, value),
          onFault: (error) => log.error('fault', { error }),
          ...(plan.stretchSignal ? { stretchSignal: plan.stretchSignal } : {}),
          signal,
        }),
    );
    return { demonstration, exit: held.exit, verdict: held.verdict };
  } catch (error) {
    // The browser did not start: the session has a record, so it gets its verdict there too.
    if (!(error instanceof Problem)) throw error;
    log.error('problem', { error });
    const exit = exitCode(error.kind);
    plan.onEvent(
      recorder.end({
        verdict: error.kind,
        reason: error.message,
        next: error.next,
        exit,
        turns: 0,
        acts: 0,
        seconds: 0,
      }),
    );
    return { demonstration, exit, verdict: { kind: error.kind, reason: error.message, next: error.next } };
  } finally {
    notes.close();
    await ranker.close();
    log.close();
  }
}

interface Room {
  browser: BrowserPlan;
  egress: EgressOptions;
  /** The demonstration's. */
  folder: string;
  dialogs: 'ask' | 'dismiss';
  onFault(error: unknown): void;
}

async function withBrowser<T>(
  { browser: plan, egress, folder, dialogs, onFault }: Room,
  body: (surface: Awaited<ReturnType<typeof createSurface>>) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser(plan.browser);
  try {
    const opened = await browser.openContext({ ...plan.context, egress });
    const surface = await createSurface(opened.context, {
      page: opened.page,
      owns: opened.owns,
      ...(opened.adopt ? { adopt: opened.adopt } : {}),
      downloads: join(folder, 'downloads'),
      uploads: plan.uploads,
      dialogs,
    });
    try {
      return await body(surface);
    } finally {
      await surface.close();
      // What goes wrong now (the storage state cannot be written) is told, and changes no verdict.
      await opened.close().catch((error: unknown) => {
        onFault(error);
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      });
    }
  } finally {
    await browser.close();
  }
}

/** As a person would type it from here. */
function shown(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path && !path.startsWith('..') ? path : folder;
}
