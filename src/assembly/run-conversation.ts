/**
 * Assembles one session (navigator and model, record, browser, page, ranker, instructor), runs it, and closes
 * everything at the end, even after an error.
 */
import { join } from 'node:path';

import type { Instructor, ReplayDeviation, ReplayTotals, SessionEvent, Verdict } from '../contract/index.js';
import { ParleyError } from '../contract/index.js';
import type { PromptEntry } from '../demonstration/index.js';
import type { ModelJudge } from '../dialogue/index.js';
import type { Keyboard, Spending } from '../instructor/index.js';
import {
  describeBrowser,
  readStorageState,
  type OpenBrowser,
  type PageSurface,
  type SurfaceOptions,
} from '../page/index.js';
import {
  getExitCode,
  type BannerPolicy,
  type Budget,
  type ConfirmPolicy,
  setConsentWords,
  type ConsentWords,
  type NavigationGuard,
} from '../policy/index.js';
import type { ReplayTurn } from '../prompt/index.js';
import { textSearch } from '../rank/index.js';
import {
  registerEnvironmentSecrets,
  registerStorageSecrets,
  createRedactor,
  createSecretStore,
  type SecretStore,
  type Redactor,
} from '../secrets/index.js';
import { runSession } from '../session/index.js';
import { getRequestedModelSettings, type NavigatorPlan } from './navigator-plan.js';
import { openNavigator, type OpenedNavigator } from './open-navigator.js';
import { createReplayReviewer } from './consent-reviewer.js';
import { deferWarming, openReplay, type ReplayPlan } from './replay-plan.js';
import { createRankerProblemReporter } from './ranker-problems.js';
import { createModelJudge } from './model-judge.js';
import type { RankerPlan } from './ranker-plan.js';
import { createSecretHostCheck, type ScenarioSetup, applyScenarioSetup } from './scenario-setup.js';
import type { JudgePlan } from './session-models.js';
import { extractUrlsToOpen } from './urls-to-open.js';
import { LOGINS_FILE } from './recorded-sessions.js';
import { describeReportFault, openLiveReport } from './report-options.js';
import { recordEnd, openSessionRecord, type RecordPlan } from './session-record.js';
import { STEP_PAPER_VIEWPORT } from './step-options.js';
import { WEBVOYAGER_PAPER_VIEWPORT } from './webvoyager-options.js';
import { withBrowser } from './with-browser.js';

export interface SessionPlan extends RecordPlan {
  /** Provides a browser that the caller owns. If undefined, the session launches its own browser. */
  provideBrowser?: () => Promise<OpenBrowser>;
  /** Overrides of the page's limits, for tests. */
  pageLimits?: SurfaceOptions['limits'];
  /** Wraps the page surface, for example to report each action as a test step. */
  wrapSurface?(surface: PageSurface, redact: (text: string) => string): PageSurface;
  navigator: NavigatorPlan;
  /** The model for `judge` checks; null or absent if there are none. */
  judge?: JudgePlan | null;
  ranker: RankerPlan;
  budget: Budget;
  needsContent: boolean;
  banners: BannerPolicy;
  confirm: ConfirmPolicy;
  /** The user's own words for irreversible actions. */
  confirmWords?: ConsentWords | undefined;
  /** Session settings from the scenario. */
  setup?: ScenarioSetup | undefined;
  /** The recorded session to repeat. The navigator then performs only the lines that no longer match the page. */
  replay?: ReplayPlan | null | undefined;
  /** A sentence with an additional next step, for the error if the start page cannot be opened. */
  startHint?: string | undefined;
  /** Notes recorded before the first turn. */
  notes?: readonly string[];
  /**
   * Whether a person is present. If so, and the navigator fails, the session continues, and the instructor speaks next.
   */
  isAttended?: boolean;
  /** @param getSpending returns null if the navigator uses no model */
  instructor(
    demonstration: string,
    getSpending: () => Spending | null,
    modelJudge: ModelJudge | null,
  ): Instructor;
  onEvent(event: SessionEvent): void;
  onPhase?(phase: string): void;
  /** Asks a person for the actions of `step:keyboard`. If undefined, the actions are read from standard input. */
  readAction?: Keyboard['readAction'] | undefined;
  /** What the navigator says before the first line, if the session continues an earlier one. */
  openingNote?: string | undefined;
  /** Whether to keep the logins in the demonstration; `recorded-sessions.ts` deletes them later. */
  keepLogins?: boolean | undefined;
  /** Whether to write `report.html` into the demonstration while the session runs. */
  report?: boolean | undefined;
  /** Called when a model call has to wait; the message says why and how long. */
  onWait(message: string): void;
  interruptSignal?(): AbortSignal;
  signal: AbortSignal;
}

export interface ConversationResult {
  demonstration: string;
  exit: number;
  verdict: Verdict;
  /** Present if the session replayed a recording. */
  replay?: ReplayTotals;
  /** Closing remarks for the user, one per line. */
  closingLines: string[];
}

/** Callbacks for the navigator. They do nothing until the record is open, because the navigator is opened first. */
interface RecordHooks {
  listRecordedTurns(): readonly ReplayTurn[];
  recordPrompt(prompt: PromptEntry): void;
  onPhase(phase: string): void;
  note(text: string, deviation: ReplayDeviation): void;
}

/** Runs the session to its end. @throws ParleyError for errors before the record exists */
export async function runConversation(requestedPlan: SessionPlan): Promise<ConversationResult> {
  const plan = applyPaperViewport(applyScenarioSetup(requestedPlan));
  const redactor = createRedactor();
  registerEnvironmentSecrets(redactor, process.env);
  for (const [name, value] of plan.browser.secrets) redactor.add(name, value);
  const { storageState } = plan.browser.context;
  if (storageState) registerStorageSecrets(redactor, readStorageState(storageState));
  const hooks: RecordHooks = {
    listRecordedTurns: () => [],
    recordPrompt: () => undefined,
    onPhase: () => undefined,
    note: () => undefined,
  };
  const openedNavigator = await openNavigator(plan.navigator, {
    redactor,
    listRecordedTurns: () => hooks.listRecordedTurns(),
    usesPaperRanker: plan.ranker.isPaperRanker,
    timezone: plan.browser.context.timezone,
    now: plan.browser.context.clock,
    signal: plan.signal,
    recordPrompt: (prompt) => hooks.recordPrompt(prompt),
    onPhase: (phase) => hooks.onPhase(phase),
    onWait: plan.onWait,
    judge: plan.judge ?? null,
    readAction: plan.readAction,
  });
  const result = await runRecordedSession(plan, openedNavigator, redactor, hooks).catch(
    async (error: unknown) => {
      await openedNavigator.close(false);
      if (error instanceof Error) error.message = redactor.text(error.message);
      throw error;
    },
  );
  const closingLines = await openedNavigator.close(result.verdict.kind === 'done');
  // Everything that leaves a session is redacted: events are redacted when they are recorded, the result here.
  return redactor.json({ ...result, closingLines });
}

async function runRecordedSession(
  plan: SessionPlan & { navigationGuard: NavigationGuard | null },
  {
    navigator: plannedNavigator,
    withModel,
    judgeModel,
    consentReviewer,
    getSpending,
    getJudgeTotals,
    adjustVerdict,
  }: OpenedNavigator,
  redactor: Redactor,
  hooks: RecordHooks,
): Promise<Omit<ConversationResult, 'closingLines'>> {
  const { signal, browser } = plan;
  const replay = plan.replay
    ? openReplay(plan.replay, plannedNavigator, plan.startUrl, (text, deviation) =>
        hooks.note(text, deviation),
      )
    : null;
  const navigator = replay ?? plannedNavigator;
  setConsentWords(plan.confirmWords);
  const { recorder, log, folder, displayPath } = openSessionRecord(
    plan,
    {
      navigator: navigator.name,
      ranker: plan.ranker.name,
      browser: plan.provideBrowser ? 'of the test' : describeBrowser(browser.browser),
      ...getRequestedModelSettings(plan.navigator),
    },
    redactor,
  );
  const onPhase = (phase: string): void => {
    log.debug(phase);
    plan.onPhase?.(phase);
  };
  hooks.onPhase = onPhase;
  hooks.listRecordedTurns = () => recorder.replayTurns;
  const report = plan.report ? openLiveReport(recorder, folder, redactor) : null;
  hooks.recordPrompt = (prompt) => {
    const recordedPrompt = recorder.prompt(prompt);
    report?.addPrompt(recordedPrompt);
  };
  const onEvent = (event: SessionEvent): void => {
    report?.addEvent(event);
    plan.onEvent(event);
  };
  onEvent(recorder.sessionEvent);
  hooks.note = (text, deviation) => onEvent(recorder.event({ type: 'note', text, deviation }));
  for (const text of plan.notes ?? []) onEvent(recorder.event({ type: 'note', text }));
  const rankerProblems = createRankerProblemReporter({
    note: (text) => onEvent(recorder.event({ type: 'note', text })),
    write: (text) => void process.stderr.write(text),
    areEventsVisible: Boolean(process.stdout.isTTY),
  });
  const openedRanker = plan.ranker.open(
    (problem) => {
      log.warn('ranker', { error: problem });
      rankerProblems.report(problem);
    },
    { queriesInPaperFormat: plan.navigator.kind === 'weblinx' },
  );
  // A replay does not use the ranker until a line has to be healed.
  const ranker = replay ? deferWarming(openedRanker, replay) : openedRanker;
  const egress = browser.createEgressOptions();
  try {
    // Dialogs stay open only for navigators that answer them.
    const dialogs = navigator.answersDialogs ? 'ask' : 'dismiss';
    const result = await withBrowser(
      {
        browser,
        provideBrowser: plan.provideBrowser,
        egress,
        folder,
        dialogs,
        limits: plan.pageLimits,
        loginsFile: plan.keepLogins ? join(folder, LOGINS_FILE) : undefined,
        onFault: (error) => log.error('fault', { error }),
      },
      async (surface, logins) =>
        runSession({
          surface: plan.wrapSurface?.(surface, (text) => redactor.text(text)) ?? surface,
          ranker,
          textSearch,
          navigator,
          instructor: plan.instructor(
            folder,
            getSpending,
            judgeModel &&
              createModelJudge({
                model: judgeModel,
                folder,
                flag: plan.judge?.flag ?? 'model',
                onPhase,
                onWait: (message) => plan.onWait(redactor.text(message)),
              }),
          ),
          recorder,
          budget: plan.budget,
          startUrl: plan.startUrl,
          startHint: plan.startHint,
          needsContent: plan.needsContent,
          banners: plan.banners,
          confirm: plan.confirm,
          consentReviewer:
            (replay && plan.replay
              ? createReplayReviewer(plan.replay.script, replay.totals, consentReviewer)
              : consentReviewer) ?? undefined,
          onEvent: (event) => {
            log.info(event.type, { event: event.seq });
            if (event.type === 'end') rankerProblems.close();
            // A URL in the instructor's line may be opened.
            if (event.type === 'say' && event.speaker === 'instructor')
              for (const url of extractUrlsToOpen(event.text)) egress.policy.admit(url);
            onEvent(event);
          },
          onPhase,
          isAttended: plan.isAttended,
          openingNote: plan.openingNote,
          withModel,
          namesRefusedElement: plan.navigator.kind !== 'direct',
          ...(logins
            ? {
                onTurnEnd: async () => {
                  const state = await logins.save();
                  if (state) registerStorageSecrets(redactor, state);
                },
              }
            : {}),
          adjustVerdict,
          modelTotals: () => {
            const totals = getSpending()?.totals;
            return totals && totals.calls > 0 ? totals : null;
          },
          judgeTotals: getJudgeTotals,
          ...(replay ? { replayTotals: () => replay.totals } : {}),
          secrets: createSessionSecrets(plan, redactor),
          rules:
            plan.setup && plan.navigationGuard
              ? { forbid: plan.setup.navigationRules.forbid, navigationGuard: plan.navigationGuard }
              : undefined,
          onFault: (error) => log.error('fault', { error }),
          ...(plan.interruptSignal ? { interruptSignal: plan.interruptSignal } : {}),
          signal,
        }),
    );
    return {
      demonstration: displayPath,
      exit: result.exitCode,
      verdict: result.verdict,
      ...(replay ? { replay: replay.totals } : {}),
    };
  } catch (error) {
    // The session did not start, but its record exists, so the verdict can be recorded.
    if (!(error instanceof ParleyError)) throw error;
    log.error('problem', { error });
    const exit = getExitCode(error.kind);
    onEvent(recordEnd(recorder, error));
    return {
      demonstration: displayPath,
      exit,
      verdict: { kind: error.kind, reason: error.message, next: error.next },
    };
  } finally {
    rankerProblems.close();
    await ranker.close();
    const reportFault = await report?.close();
    if (reportFault) {
      log.error('report', { error: reportFault });
      process.stderr.write(`${redactor.text(describeReportFault(reportFault))}\n`);
    }
    log.close();
  }
}

/** Returns the viewport used in the paper that a faithful navigator reproduces; null for all other navigators. */
function findPaperViewport(navigator: NavigatorPlan): { width: number; height: number } | null {
  if (navigator.kind === 'webvoyager' && navigator.variant.compat === 'faithful')
    return WEBVOYAGER_PAPER_VIEWPORT;
  const { kind } = navigator;
  // MiniWoB++ uses a small viewport of its own.
  return kind === 'step' && navigator.compat === 'faithful' && navigator.library.grammar !== 'miniwob'
    ? STEP_PAPER_VIEWPORT
    : null;
}

/** Gives a faithful navigator the viewport used in its paper, unless the user chose one. */
function applyPaperViewport<T extends SessionPlan>(plan: T): T {
  const { navigator, browser } = plan;
  const paperViewport = findPaperViewport(navigator);
  const { viewport, device } = browser.context;
  if (
    paperViewport === null ||
    viewport !== undefined ||
    device !== undefined ||
    browser.browser.connect !== undefined
  )
    return plan;
  return { ...plan, browser: { ...browser, context: { ...browser.context, viewport: paperViewport } } };
}

function createSessionSecrets({ setup, startUrl }: SessionPlan, redactor: Redactor): SecretStore {
  const store = createSecretStore(redactor);
  if (setup)
    for (const [name, value] of setup.secrets)
      store.register(name, value, createSecretHostCheck(setup, startUrl));
  return store;
}
