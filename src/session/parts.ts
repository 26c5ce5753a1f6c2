/** The parts of a session, by interface. */
import type {
  Evidence,
  Exchange,
  Instructor,
  ModelTotals,
  Navigator,
  Observation,
  ObservationSpec,
  Ranker,
  ReplayTotals,
  SayKind,
  SessionEvent,
  Settle,
  Speaker,
  Surface,
  TextSearch,
  Verdict,
} from '../contract/index.js';
import type { ActionRecord, EndRecord, SideEvent } from '../demonstration/index.js';
import type { BannerPolicy, Budget, ConfirmPolicy } from '../policy/index.js';
import type { SessionRules } from './rules.js';

/** What the session uses of the page besides observing and acting. */
export interface SessionSurface extends Surface {
  open(url: string, signal: AbortSignal): Promise<{ settle: Settle }>;
  back(signal: AbortSignal): Promise<boolean>;
}

/** Writes the recording. */
export interface Recorder {
  /** The parts of each observation that are recorded. A recording in memory needs none, so no screenshot is taken. */
  readonly needs: ObservationSpec;
  say(
    speaker: Speaker,
    text: string,
    kind?: SayKind,
    evidence?: Evidence,
    observation?: Observation,
  ): SessionEvent;
  action(record: ActionRecord): SessionEvent;
  event(body: SideEvent): SessionEvent;
  end(record: EndRecord): SessionEvent;
}

export interface SessionSecrets {
  /** Makes the recording show a name in place of this value, which was typed on this host. */
  remember(value: string, host: string): void;
  /** Replaces names with values. Fails with the name of a secret that belongs to another host or has no value here. */
  reveal(
    text: string,
    host: string,
  ): { ok: true; text: string } | { ok: false; name: string; reason: 'other-host' | 'unknown' };
}

export interface SessionParts {
  surface: SessionSurface;
  ranker: Ranker;
  textSearch: TextSearch;
  navigator: Navigator;
  instructor: Instructor;
  recorder: Recorder;
  budget: Budget;
  /** Opened before the first turn. Without it the session starts on a blank page. */
  startUrl?: string | undefined;
  /** Ends the session if the start page stays blank. Scripted sessions set it; a user at a terminal sees the page. */
  needsContent: boolean;
  /** How long a blank start page may take to render; tests shorten it. */
  blankPageTimeoutMs?: number | undefined;
  /** How cookie banners of newly opened pages are answered. Without it they are left alone. */
  banners?: BannerPolicy | undefined;
  /** Allows or forbids irreversible actions. Without it each needs an instruction or a confirmation. */
  confirm?: ConfirmPolicy | undefined;
  /** Forbidden actions and allowed URLs. Consent does not override them. */
  rules?: SessionRules | undefined;
  /** Called for every recorded event. */
  onEvent(event: SessionEvent): void;
  /** What the navigator is busy with, for a status line. */
  onPhase?(phase: string): void;
  /** Without it no text is redacted and no secret inserted. */
  secrets?: SessionSecrets;
  /** Called with unexpected errors, for the log. The session still ends with a verdict. */
  onFault?(error: unknown): void;
  /** A signal that aborts when the user interrupts the navigator. The session goes on. */
  interruptSignal?(): AbortSignal;
  /**
   * A user is present. Errors of the navigator (an unreachable model server, a wrong key, a spent budget) are then
   * reported in a note and the instructor speaks next. Otherwise they end the session.
   */
  attended?: boolean | undefined;
  /** What the navigator says before the first line, if the session continues another one. */
  openingNote?: string | undefined;
  /** The same navigator with another model, for one repetition. @throws ParleyError if it has no model to change */
  withModel?(model: string): Navigator;
  /** Names the refused element in a repeated instruction, for navigators that read the conversation as text. */
  namesRefused?: boolean | undefined;
  /** Called before the instructor speaks, when the page is at rest. */
  onTurnEnd?(): Promise<void>;
  /** May change the verdict before it is recorded. */
  reviewVerdict?(verdict: Verdict): Verdict;
  /** Totals of the language model's calls; null if there were none. */
  modelTotals?(): ModelTotals | null;
  /** Totals of the calls of a judge; null if there were none. */
  judgeTotals?(): ModelTotals | null;
  /** How the lines of a replay were completed; absent in other sessions. */
  replayTotals?(): ReplayTotals;
  signal: AbortSignal;
}

export interface SessionResult {
  verdict: Verdict;
  exit: number;
  exchange: Exchange;
}
