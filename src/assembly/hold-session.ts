/**
 * Puts one session together: navigator and model, record, browser, page, ranker, instructor; holds it; and takes
 * everything down again whatever happened.
 */
import type { Instructor, SessionEvent, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import type { AskedPrompt } from '../demonstration/index.js';
import type { Spending } from '../instructor/index.js';
import { browserName, type OpenBrowser, type PageSurface } from '../page/index.js';
import { exitCode, type Banners, type Budget, type ConfirmPolicy, type Fence } from '../policy/index.js';
import type { ReplayTurn } from '../prompt/index.js';
import {
  addEnvironmentKeys,
  createRedactor,
  keptSecrets,
  type KeptSecrets,
  type Redactor,
} from '../secrets/index.js';
import { runSession } from '../session/index.js';
import { askedOf, type NavigatorPlan } from './navigator-plan.js';
import { openNavigator, type OpenNavigator } from './open-navigator.js';
import type { BrowserPlan } from './browser-plan.js';
import { rankerNotes } from './ranker-notes.js';
import type { RankerPlan } from './ranker-plan.js';
import { releaseOn, type ScenarioSetup, withSetup } from './scenario-setup.js';
import { typedAddresses } from './typed-addresses.js';
import { endOf, openRecord, type RecordPlan } from './session-record.js';
import { withBrowser } from './with-browser.js';

export interface SessionPlan extends RecordPlan {
  browser: BrowserPlan;
  /** A browser that somebody else starts and owns, in place of one of the session's own. */
  host?: () => Promise<OpenBrowser>;
  /** Puts itself around what the session does with the page. */
  around?(surface: PageSurface, redact: (text: string) => string): PageSurface;
  navigator: NavigatorPlan;
  ranker: RankerPlan;
  budget: Budget;
  needsContent: boolean;
  banners: Banners;
  confirm: ConfirmPolicy;
  /** What a scenario says of the session itself. */
  setup?: ScenarioSetup | undefined;
  /** What the record says before anything is done. */
  notes?: readonly string[];
  /** A person is there to whom trouble of the navigator can be told. */
  attended?: boolean;
  /** @param spending null where there is no model */
  instructor(demonstration: string, spending: () => Spending | null): Instructor;
  onEvent(event: SessionEvent): void;
  onPhase?(phase: string): void;
  /** The model keeps everybody waiting: why, and how long. */
  onWait(sentence: string): void;
  stretchSignal?(): AbortSignal;
  signal: AbortSignal;
}

export interface HeldSession {
  demonstration: string;
  exit: number;
  verdict: Verdict;
  /** What else there is to tell, a line each. */
  closing: string[];
}

/** What the navigator is given before there is a record: it begins to work once there is one. */
interface Late {
  replay(): readonly ReplayTurn[];
  onAsked(asked: AskedPrompt): void;
  onPhase(phase: string): void;
}

/** Holds the session to its end. @throws Problem for what is wrong before a record exists */
export async function holdSession(asked: SessionPlan): Promise<HeldSession> {
  const plan = withSetup(asked);
  const redactor = createRedactor();
  addEnvironmentKeys(redactor, process.env);
  for (const [name, value] of plan.browser.secrets) redactor.add(name, value);
  const late: Late = { replay: () => [], onAsked: () => undefined, onPhase: () => undefined };
  const opened = await openNavigator(plan.navigator, {
    redactor,
    replay: () => late.replay(),
    paperRanker: plan.ranker.paper,
    timezone: plan.browser.context.timezone,
    now: plan.browser.context.clock,
    onAsked: (asked) => late.onAsked(asked),
    onPhase: (phase) => late.onPhase(phase),
    onWait: plan.onWait,
  });
  const held = await recordedSession(plan, opened, redactor, late).catch(async (error: unknown) => {
    await opened.close(false);
    throw error;
  });
  return { ...held, closing: await opened.close(held.verdict.kind === 'done') };
}

async function recordedSession(
  plan: SessionPlan & { fence: Fence | null },
  { navigator, spending, review }: OpenNavigator,
  redactor: Redactor,
  late: Late,
): Promise<Omit<HeldSession, 'closing'>> {
  const { signal, browser } = plan;
  const { recorder, log, folder, shown } = openRecord(
    plan,
    {
      navigator: navigator.name,
      ranker: plan.ranker.name,
      browser: plan.host ? 'of the test' : browserName(browser.browser),
      ...askedOf(plan.navigator),
    },
    redactor,
  );
  const onPhase = (phase: string): void => {
    log.debug(phase);
    plan.onPhase?.(phase);
  };
  late.onPhase = onPhase;
  late.replay = () => recorder.replayTurns;
  late.onAsked = (asked) => recorder.prompt(asked);
  plan.onEvent(recorder.opening);
  for (const text of plan.notes ?? []) plan.onEvent(recorder.event({ type: 'note', text }));
  const notes = rankerNotes({
    note: (text) => plan.onEvent(recorder.event({ type: 'note', text })),
    write: (text) => void process.stderr.write(text),
    shown: Boolean(process.stdout.isTTY),
  });
  const ranker = plan.ranker.open(
    (problem) => {
      log.warn('ranker', { error: problem });
      notes.tell(problem);
    },
    { wholeQuery: plan.navigator.kind === 'weblinx' },
  );
  const egress = browser.egress();
  try {
    // Dialogs of the page stay open for a navigator that answers them; nobody else would.
    const dialogs = navigator.answersDialogs ? 'ask' : 'dismiss';
    const held = await withBrowser(
      {
        browser,
        host: plan.host,
        egress,
        folder,
        dialogs,
        onFault: (error) => log.error('fault', { error }),
      },
      async (surface) =>
        runSession({
          surface: plan.around?.(surface, (text) => redactor.text(text)) ?? surface,
          ranker,
          navigator,
          instructor: plan.instructor(folder, spending),
          recorder,
          budget: plan.budget,
          startUrl: plan.startUrl,
          needsContent: plan.needsContent,
          banners: plan.banners,
          confirm: plan.confirm,
          onEvent: (event) => {
            log.info(event.type, { event: event.seq });
            if (event.type === 'end') notes.close();
            // What the instructor names by its address he means to open.
            if (event.type === 'say' && event.speaker === 'instructor')
              for (const url of typedAddresses(event.text)) egress.judge.admit(url);
            plan.onEvent(event);
          },
          onPhase,
          attended: plan.attended,
          review,
          modelTotals: () => {
            const totals = spending()?.totals;
            return totals && totals.calls > 0 ? totals : null;
          },
          secrets: secretsOf(plan, redactor),
          rules:
            plan.setup && plan.fence ? { forbid: plan.setup.fence.forbid, fence: plan.fence } : undefined,
          onFault: (error) => log.error('fault', { error }),
          ...(plan.stretchSignal ? { stretchSignal: plan.stretchSignal } : {}),
          signal,
        }),
    );
    return { demonstration: shown, exit: held.exit, verdict: held.verdict };
  } catch (error) {
    // The browser did not start: the session has a record, so it gets its verdict there too.
    if (!(error instanceof ParleyError)) throw error;
    log.error('problem', { error });
    const exit = exitCode(error.kind);
    plan.onEvent(endOf(recorder, error));
    return {
      demonstration: shown,
      exit,
      verdict: { kind: error.kind, reason: error.message, next: error.next },
    };
  } finally {
    notes.close();
    await ranker.close();
    log.close();
  }
}

function secretsOf({ setup, startUrl }: SessionPlan, redactor: Redactor): KeptSecrets {
  const kept = keptSecrets(redactor);
  if (setup) for (const [name, value] of setup.secrets) kept.know(name, value, releaseOn(setup, startUrl));
  return kept;
}
