/**
 * The events of a session: one JSON object per line of `session.jsonl`, also printed by `parley run --json`.
 * This format is public: change it only by adding fields, and run `npm run schema` afterwards.
 */
import type { PageAction, SayKind } from './action.js';
import type { CheckResult } from './check.js';
import type { Consent } from './consent.js';
import type { Speaker, ActionTarget } from './exchange.js';
import type { ElementFingerprint } from './fingerprint.js';
import type { AnsweredDialog, PageEvent, OpenDialog, Settle } from './observation.js';
import type { Outcome } from './outcome.js';
import type { Evidence, ModelTotals } from './interfaces.js';
import type { RecordedTab, ReplayDeviation, ReplayTotals } from './replay.js';
import type { SessionStart } from './session-start.js';
import type { VerdictKind } from './verdict.js';

/** Fields of every event. */
interface EventHeader {
  /** Version of the event format. */
  v: 2;
  /** Line number from 0, without gaps. */
  seq: number;
  /** Seconds since the session started. */
  t: number;
}

/** Texts that appeared or disappeared since the previous turn on the same page. Long texts are truncated. */
export interface TextChanges {
  added: string[];
  removed: string[];
  /** Number of texts that are not listed. */
  omitted: number;
}

export type EventBody =
  /** The first line of every session. */
  | {
      type: 'session';
      id: string;
      name: string;
      /** Milliseconds since the epoch. */
      startedAt: number;
      navigator: string;
      ranker: string;
      /** The URL that the session starts at. */
      url: string;
      /** Version of Parley. */
      parleyVersion: string;
      browser: string;
      scenario?: string;
      /** Settings of the first page that differ from Parley's defaults. */
      start?: SessionStart;
      /** Id of the session that this one continues. */
      continues?: string;
    }
  /** An utterance. `kind` is present when the navigator speaks. */
  | {
      type: 'say';
      turn: number;
      speaker: Speaker;
      text: string;
      kind?: SayKind;
      evidence?: Evidence;
      /** The page that the navigator observed before it spoke, as in `action`. */
      page?: {
        url: string;
        title: string;
        screenshot: string | null;
        /** Only for answers: the numbers and quotations in the answer that also appear on the page. */
        shown?: string[];
      };
      textChanges?: TextChanges;
    }
  /** An action of the navigator and its outcome. */
  | {
      type: 'action';
      turn: number;
      action: PageAction;
      /** Null if the action has no element. */
      target: ActionTarget | null;
      /** The element that a drag ends on. */
      drop?: ActionTarget;
      /** Identifies the target, or else the element that had the focus, so that `parley replay` can find it again. */
      fingerprint?: ElementFingerprint;
      /** The same for `drop`. */
      dropFingerprint?: ElementFingerprint;
      /** The tab that a tab action switches to or closes. */
      tab?: RecordedTab;
      /** Present if the session acted on its own, for example to answer a cookie banner. */
      automatic?: true;
      outcome: Outcome;
      /** Duration of the action with the wait after it, in milliseconds. */
      ms?: number;
      /** The page that the navigator observed before the action. */
      page: {
        url: string;
        title: string;
        /** File of the page's HTML, relative to the session's folder; null if it was not saved. */
        html: string | null;
        /** File of the screenshot, relative to the session's folder; null if none was taken. */
        screenshot: string | null;
        /** The JavaScript dialog that was open. */
        dialog?: OpenDialog;
      };
      /** Size, stability and duration in milliseconds of that observation. */
      observation: { candidates: number; elements: number; stable: boolean; ms: number };
      textChanges?: TextChanges;
      /** Present for irreversible actions: whether the instructor agreed, and the facts on the page. */
      consent?: Consent;
      evidence?: Evidence;
    }
  /** A page opened by the session, not by the navigator: at the start, or because the instructor went there. */
  | {
      type: 'page';
      url: string;
      title: string;
      reason: 'start' | 'instructor';
      settle: Settle;
      /** Duration of opening with the wait after it, in milliseconds. */
      ms?: number;
    }
  /** The result of one check of the scenario. */
  | { type: 'check'; result: CheckResult }
  /** A message for the reader of the record, with the page event or dialog that it reports, if any. */
  | {
      type: 'note';
      text: string;
      pageEvent?: PageEvent;
      dialog?: AnsweredDialog;
      /** Turns whose actions the instructor took back (`/undo`). */
      takenBack?: number[];
      /** The element that the navigator must not use when it decides again (`/retry`). */
      refused?: string;
      /** Present in replays: the recorded turn could not be repeated. */
      deviation?: ReplayDeviation;
    }
  /** The last line of a session that was not killed. */
  | {
      type: 'end';
      verdict: VerdictKind;
      reason: string;
      /** What the user can do next, one sentence. */
      next?: string;
      /** Exit code of the command. */
      exit: number;
      turns: number;
      actions: number;
      seconds: number;
      /** Present if a language model was called. */
      model?: ModelTotals;
      /** Present if a model judged: its calls, which `model` does not include. */
      judge?: ModelTotals;
      /** Present if the session replayed a recording. */
      replay?: ReplayTotals;
      /** File of a screenshot of the page at the end, relative to the session's folder. */
      screenshot?: string;
    };

export type SessionEvent = EventHeader & EventBody;
