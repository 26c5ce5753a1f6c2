/** What a session is put together from, each part known by its interface only. */
import type {
  Evidence,
  Exchange,
  Instructor,
  Navigator,
  Ranker,
  SayKind,
  SessionEvent,
  Settle,
  Speaker,
  Surface,
  Verdict,
} from '../contract/index.js';
import type { ActRecord, EndRecord, SideEvent } from '../demonstration/index.js';
import type { Banners, Budget } from '../policy/index.js';

/** What the session needs of the page beyond looking and acting. */
export interface SessionSurface extends Surface {
  open(url: string, signal: AbortSignal): Promise<{ settle: Settle }>;
  back(signal: AbortSignal): Promise<boolean>;
}

/** The one writer, as the session sees it. */
export interface Recorder {
  say(speaker: Speaker, text: string, kind?: SayKind, evidence?: Evidence): SessionEvent;
  act(record: ActRecord): SessionEvent;
  event(body: SideEvent): SessionEvent;
  end(record: EndRecord): SessionEvent;
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
  /** Everything that is recorded, as it is recorded. */
  onEvent(event: SessionEvent): void;
  /** What the navigator is busy with, for a status line. */
  onPhase?(phase: string): void;
  /** From here on this value appears as `<name>` in everything that is written. */
  keepSecret?(name: string, value: string): void;
  /** An error that nobody foresaw, for the log; the session still ends with a verdict. */
  onFault?(error: unknown): void;
  /** A fresh signal for the navigator's stretch of turns, which a person may stop without ending the session. */
  stretchSignal?(): AbortSignal;
  signal: AbortSignal;
}

export interface SessionResult {
  verdict: Verdict;
  exit: number;
  exchange: Exchange;
}
