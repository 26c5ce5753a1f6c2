/** What a session is put together from, each part known by its interface only. */
import type {
  Evidence,
  Exchange,
  Instructor,
  ModelTotals,
  Navigator,
  ObservationSpec,
  Ranker,
  SayKind,
  SessionEvent,
  Settle,
  Speaker,
  Surface,
  Verdict,
} from '../contract/index.js';
import type { ActRecord, EndRecord, SideEvent } from '../demonstration/index.js';
import type { Banners, Budget, ConfirmPolicy } from '../policy/index.js';
import type { SessionRules } from './rules.js';

/** What the session needs of the page beyond looking and acting. */
export interface SessionSurface extends Surface {
  open(url: string, signal: AbortSignal): Promise<{ settle: Settle }>;
  back(signal: AbortSignal): Promise<boolean>;
}

/** The one writer, as the session sees it. */
export interface Recorder {
  /** What it keeps of each look; a record in memory keeps nothing, and then no picture is taken. */
  readonly needs: ObservationSpec;
  say(speaker: Speaker, text: string, kind?: SayKind, evidence?: Evidence): SessionEvent;
  act(record: ActRecord): SessionEvent;
  event(body: SideEvent): SessionEvent;
  end(record: EndRecord): SessionEvent;
}

export interface SessionSecrets {
  /** From here on this value, typed on this host, appears by a name in everything that is written. */
  keep(value: string, host: string): void;
  /** The text with values in place of their names; or the name of one that does not belong on this host. */
  reveal(text: string, host: string): { ok: true; text: string } | { ok: false; name: string };
}

export interface SessionParts {
  surface: SessionSurface;
  ranker: Ranker;
  navigator: Navigator;
  instructor: Instructor;
  recorder: Recorder;
  budget: Budget;
  /** Opened before anyone speaks; without it the conversation begins on an empty page. */
  startUrl?: string | undefined;
  /** Ends the session when the start page has nothing on it (scripts); a person may know better. */
  needsContent: boolean;
  /** What is done about cookie banners of pages that were just opened; nothing, unless it was asked for. */
  banners?: Banners | undefined;
  /** What holds for acts that cannot be taken back; without it each of them needs a line or a yes. */
  confirm?: ConfirmPolicy | undefined;
  /** What may not be done in this session, whoever says yes, and where it may be. */
  rules?: SessionRules | undefined;
  /** Everything that is recorded, as it is recorded. */
  onEvent(event: SessionEvent): void;
  /** What the navigator is busy with, for a status line. */
  onPhase?(phase: string): void;
  /** What was told in confidence. Without it nothing is covered, and nothing put in. */
  secrets?: SessionSecrets;
  /** An error that nobody foresaw, for the log; the session still ends with a verdict. */
  onFault?(error: unknown): void;
  /** A fresh signal for the navigator's stretch of turns, which a person may stop without ending the session. */
  stretchSignal?(): AbortSignal;
  /**
   * A person is there. What keeps the navigator from deciding (a model server that is gone, a wrong key, a budget)
   * is then told in a note, and the instructor has the floor again; otherwise it ends the session.
   */
  attended?: boolean | undefined;
  /** Has the last word on the verdict, before it is recorded. */
  review?(verdict: Verdict): Verdict;
  /** What a language model had to do with it; null where none was asked. */
  modelTotals?(): ModelTotals | null;
  signal: AbortSignal;
}

export interface SessionResult {
  verdict: Verdict;
  exit: number;
  exchange: Exchange;
}
