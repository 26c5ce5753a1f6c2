/** The components that a session works with, as interfaces. */
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
  ConsentReviewer,
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

/** The session's page. It can also open URLs and go back. */
export interface SessionSurface extends Surface {
  open(url: string, signal: AbortSignal): Promise<{ settle: Settle }>;
  back(signal: AbortSignal): Promise<boolean>;
}

/** Writes the session's recording. */
export interface Recorder {
  /** The observation fields that are recorded. A recording in memory needs none, which saves the screenshots. */
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
  /** From now on, the recording shows a name instead of this value, which was typed on this host. */
  remember(value: string, host: string): void;
  /**
   * Replaces names with values. Fails if a secret belongs to another host or has no value here, and returns its name.
   */
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
  /** One sentence with an additional next step. Part of the error if the start page cannot be opened. */
  startHint?: string | undefined;
  /**
   * Whether a start page that stays blank ends the session. Set for scripted sessions; a user at a terminal can see
   * the page.
   */
  needsContent: boolean;
  /** How long a blank start page may take to render. Tests shorten it. */
  blankPageTimeoutMs?: number | undefined;
  /** How cookie banners of newly opened pages are answered. Without it they are left alone. */
  banners?: BannerPolicy | undefined;
  /** Allows or forbids irreversible actions. Without it each needs an instruction or a confirmation. */
  confirm?: ConfirmPolicy | undefined;
  /**
   * Asks a model whether the instructor requested an irreversible action. Without it the consent rules decide alone.
   */
  consentReviewer?: ConsentReviewer | undefined;
  /** Forbidden actions and allowed URLs. Consent does not override them. */
  rules?: SessionRules | undefined;
  /** Called for every recorded event. */
  onEvent(event: SessionEvent): void;
  /** Called with the navigator's current activity, for a status line. */
  onPhase?(phase: string): void;
  /** Without it no text is redacted and no secret is inserted. */
  secrets?: SessionSecrets;
  /** Called with unexpected errors, for the log. The session still ends with a verdict. */
  onFault?(error: unknown): void;
  /** A signal that aborts when the user interrupts the navigator. The session continues. */
  interruptSignal?(): AbortSignal;
  /**
   * Whether a user is present. Navigator errors (an unreachable model server, a wrong key, a spent budget) are then
   * reported in a note and the instructor speaks next. Otherwise they end the session.
   */
  isAttended?: boolean | undefined;
  /** What the navigator says before the first line, if the session continues another one. */
  openingNote?: string | undefined;
  /** Returns the same navigator with another model, for `/retry`. @throws ParleyError if the navigator uses no model */
  withModel?(model: string): Navigator;
  /** Whether a repeated instruction names the refused element, for navigators that read the conversation as text. */
  namesRefusedElement?: boolean | undefined;
  /** Called before the instructor speaks, when the page has settled. */
  onTurnEnd?(): Promise<void>;
  /** May change the verdict before it is recorded. */
  adjustVerdict?(verdict: Verdict): Verdict;
  /** Totals of the language model's calls; null if there were none. */
  modelTotals?(): ModelTotals | null;
  /** Totals of the judge model's calls; null if there were none. */
  judgeTotals?(): ModelTotals | null;
  /** How many lines of a replay were completed, and how; absent in other sessions. */
  replayTotals?(): ReplayTotals;
  signal: AbortSignal;
}

export interface SessionResult {
  verdict: Verdict;
  exitCode: number;
  exchange: Exchange;
}
