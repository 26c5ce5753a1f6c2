/** The lines of `session.jsonl`, which are also what `--json` prints. One event a line, `seq` without gaps. */
import type { PageAction, SayKind } from './action.js';
import type { CheckResult } from './check.js';
import type { Consent } from './consent.js';
import type { Speaker, ActionTarget } from './exchange.js';
import type { AnsweredDialog, PageEvent, OpenDialog, Settle } from './observation.js';
import type { Outcome } from './outcome.js';
import type { Evidence, ModelTotals } from './roles.js';
import type { VerdictKind } from './verdict.js';

interface Base {
  v: 1;
  seq: number;
  /** Seconds since the session began. */
  t: number;
}

export type EventBody =
  | {
      type: 'session';
      id: string;
      name: string;
      /** Milliseconds since the epoch. */
      startedAt: number;
      navigator: string;
      ranker: string;
      url: string;
      parley: string;
      browser: string;
      scenario?: string;
    }
  | { type: 'say'; turn: number; speaker: Speaker; text: string; kind?: SayKind; evidence?: Evidence }
  | {
      type: 'action';
      turn: number;
      action: PageAction;
      target: ActionTarget | null;
      /** The element that a drag was to end on. */
      drop?: ActionTarget;
      outcome: Outcome;
      page: {
        url: string;
        title: string;
        html: string | null;
        screenshot: string | null;
        /** The JavaScript dialog that was open when the act was decided. */
        dialog?: OpenDialog;
      };
      observation: { candidates: number; elements: number; stable: boolean; ms: number };
      /** Where the act cannot be taken back: whether somebody said yes to it, and what on the page made it one. */
      consent?: Consent;
      evidence?: Evidence;
    }
  | { type: 'page'; url: string; title: string; reason: 'start' | 'instructor'; settle: Settle }
  | { type: 'check'; result: CheckResult }
  /** A sentence for the reader; with what befell the page where that is what it tells. */
  | { type: 'note'; text: string; pageEvent?: PageEvent; dialog?: AnsweredDialog }
  | {
      type: 'end';
      verdict: VerdictKind;
      reason: string;
      next?: string;
      exit: number;
      turns: number;
      actions: number;
      seconds: number;
      /** Where a language model was asked. */
      model?: ModelTotals;
    };

export type SessionEvent = Base & EventBody;
