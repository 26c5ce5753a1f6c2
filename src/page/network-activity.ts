/**
 * Tracks the requests and navigations that an action causes, directly or through the responses to its requests.
 * Ignores requests that the page makes on its own and requests that never end (polls, streams).
 */
import type { Frame, Page, Request, Response } from 'playwright';

/** Requests within this time after the action, or after the `load` event of a new document, are attributed to it. */
const CAUSED_MS = 400;
/** A request within this time after a response is attributed to that response. */
const CHAIN_MS = 150;
/** More sequential requests than this to the same URL are a poll. */
const MAX_REPEATS = 3;
/** Maximum wait for a response body. Streams and bodies that no script reads never end. */
const BODY_MS = 500;
/** A request without a response for this long is a long poll. Later actions do not wait for it. */
const LONG_POLL_MS = 4_000;
const MAX_UNANSWERED_COUNT = 50;
const MAX_FRAME_COUNT = 5;

/** Resource types that can change the visible page. Images and media are not waited for. */
const AWAITED_RESOURCE_TYPES = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch']);

interface PendingRequest {
  key: string;
  startedAt: number;
  /** When the response began to arrive. */
  answeringSince: number | null;
}

/** Requests of earlier actions that still have no response, by page. */
const unanswered = new WeakMap<Page, Set<PendingRequest>>();

/** Equal for requests that differ only in digits: times, counters, random values. */
function requestKey(request: Request): string {
  const body = request.postData()?.slice(0, 300) ?? '';
  return `${request.method()} ${request.url()} ${body}`.replace(/\d+/g, '#');
}

/** The frame of a request; null for requests of workers. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** Listens to the page's requests until `release()`. */
export class NetworkActivity {
  readonly #page: Page;
  /** When the action ended. Until then, every request is attributed to it. */
  #actionEndedAt = Infinity;
  readonly #pendingRequests = new Map<Request, PendingRequest>();
  readonly #repeats = new Map<string, number>();
  readonly #longPollKeys: Set<string>;
  #lastAnswer = 0;
  /** When a main document was requested. The next navigation that commits shows a new document. */
  #documentRequestedAt: number | null = null;
  #newDocument = false;
  #loadedAt: number | null = null;
  #committedAt: number | null = null;
  #requestedData = false;
  /** Whether the main frame committed a navigation, to a new document or within the current one. */
  navigated = false;
  /** HTTP status of the latest main document. */
  status: number | null = null;
  /** Whether a main document was requested and has not arrived yet. */
  navigating = false;
  /** The last measured delay of the page or of this process. */
  #measuredDelayMs = 0;
  #readingSince: number | null = null;
  /** Child frames that the action navigated. */
  readonly frames = new Set<Frame>();

  constructor(page: Page) {
    this.#page = page;
    const now = performance.now();
    this.#longPollKeys = new Set(
      [...(unanswered.get(page) ?? [])]
        .filter(({ startedAt }) => now - startedAt > LONG_POLL_MS)
        .map(({ key }) => key),
    );
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onEnd);
    page.on('requestfailed', this.#onEnd);
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
    page.on('load', this.#onLoad);
  }

  /** Whether a request or navigation that starts now is attributed to the action. */
  #mayBeCaused(now: number): boolean {
    return (
      !(now - this.#actionEndedAt >= CAUSED_MS + this.delayMs) ||
      now - this.#lastAnswer < CHAIN_MS + this.delayMs ||
      // A new document makes requests while it loads and right after its `load` event.
      (this.#newDocument && (this.#loadedAt === null || now - this.#loadedAt < CAUSED_MS))
    );
  }

  readonly #onRequest = (request: Request): void => {
    const now = performance.now();
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    const isMainDocument = frame !== null && frame === this.#page.mainFrame();
    if (isMainDocument) {
      this.navigating = true;
      this.#documentRequestedAt = now;
    }
    // A navigation of the main frame is always waited for.
    if (!isMainDocument && !this.#mayBeCaused(now)) return;
    if (!AWAITED_RESOURCE_TYPES.has(request.resourceType())) return;
    const key = requestKey(request);
    if (!isMainDocument && (this.#longPollKeys.has(key) || this.#isPoll(key))) return;
    if (frame && !isMainDocument) this.#addNavigatedFrame(frame);
    const isLoading = this.#newDocument && this.#loadedAt === null;
    if (!isLoading || request.resourceType() === 'xhr' || request.resourceType() === 'fetch')
      this.#requestedData = true;
    this.#pendingRequests.set(request, { key, startedAt: now, answeringSince: null });
  };

  /** Counts requests that follow the response to an identical request. Concurrent requests count once. */
  #isPoll(key: string): boolean {
    for (const open of this.#pendingRequests.values()) if (open.key === key) return false;
    const times = (this.#repeats.get(key) ?? 0) + 1;
    this.#repeats.set(key, times);
    return times > MAX_REPEATS;
  }

  readonly #onResponse = (response: Response): void => {
    const awaited = this.#pendingRequests.get(response.request());
    if (!awaited) return;
    awaited.answeringSince = performance.now();
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      this.#pendingRequests.delete(response.request());
  };

  readonly #onEnd = (request: Request): void => {
    if (this.#pendingRequests.delete(request)) this.#lastAnswer = performance.now();
    if (request.isNavigationRequest() && frameOf(request) === this.#page.mainFrame()) {
      this.navigating = false;
      void request
        .response()
        .then((response) => {
          this.status = response?.status() ?? null;
        })
        .catch(() => undefined);
    }
  };

  readonly #onNavigated = (frame: Frame): void => {
    const now = performance.now();
    if (frame === this.#page.mainFrame()) {
      this.navigated = true;
      this.#lastAnswer = now;
      if (this.#documentRequestedAt !== null) this.#startDocument(this.#documentRequestedAt);
    } else if (this.#mayBeCaused(now)) this.#addNavigatedFrame(frame);
  };

  #startDocument(requestedAt: number): void {
    this.#committedAt = performance.now();
    this.#requestedData = false;
    // Playwright does not always report the end of the old document's requests.
    for (const [request, { startedAt }] of this.#pendingRequests)
      if (startedAt < requestedAt) this.#pendingRequests.delete(request);
    this.#documentRequestedAt = null;
    this.#newDocument = true;
    this.#loadedAt = null;
    this.#repeats.clear();
    this.#longPollKeys.clear();
    this.frames.clear();
  }

  /** Adds a frame that the action navigated. In a new document every frame is new, so none is added. */
  #addNavigatedFrame(frame: Frame): void {
    if (!this.#newDocument && this.frames.size < MAX_FRAME_COUNT) this.frames.add(frame);
  }

  readonly #onDetached = (frame: Frame): void => {
    this.frames.delete(frame);
    // Playwright no longer reports the end of its requests.
    for (const request of this.#pendingRequests.keys())
      if (frameOf(request) === frame) this.#pendingRequests.delete(request);
  };

  readonly #onLoad = (): void => {
    this.#loadedAt = performance.now();
  };

  /**
   * How late events currently are, in milliseconds. A busy page starts its next request late, and a busy machine
   * reports it late. A pending reading counts too, because a request may be reported before its answer.
   */
  get delayMs(): number {
    const waitingMs = this.#readingSince === null ? 0 : performance.now() - this.#readingSince;
    return Math.max(this.#measuredDelayMs, waitingMs);
  }

  /** Measures how long the page takes to answer a reading. */
  async measureReading(reading: Promise<void>): Promise<void> {
    const since = (this.#readingSince = performance.now());
    try {
      await reading;
    } finally {
      this.#readingSince = null;
      this.#measuredDelayMs = performance.now() - since;
    }
  }

  /** Records how much longer than requested a pause in this process took. */
  noteLateWakeUp(lateMs: number): void {
    this.#measuredDelayMs = Math.max(this.#measuredDelayMs, lateMs);
  }

  /** Marks the end of the action. Requests that start much later are not attributed to it. */
  markActionEnd(): void {
    if (this.#actionEndedAt === Infinity) this.#actionEndedAt = performance.now();
  }

  /** Number of requests without a complete response. */
  get pending(): number {
    const now = performance.now();
    let count = 0;
    for (const { answeringSince: answering } of this.#pendingRequests.values())
      if (answering === null || now - answering < BODY_MS) count++;
    return count;
  }

  get lastAnswer(): number {
    return this.#lastAnswer;
  }

  /** When the page began to show the action's effects: at the end of the action or the commit of a new document. */
  get effectsSince(): number {
    return this.#committedAt ?? this.#actionEndedAt;
  }

  /** Whether the action requested data that the page is going to show, beyond the resources of a new document. */
  get requestedData(): boolean {
    return this.#requestedData;
  }

  /** Whether the action led to a new document, and when that document finished loading. */
  get documentState(): 'same' | 'loading' | { loadedAt: number } {
    if (this.navigating) return 'loading';
    if (!this.#newDocument) return 'same';
    return this.#loadedAt === null ? 'loading' : { loadedAt: this.#loadedAt };
  }

  release(): void {
    const page = this.#page;
    page.off('request', this.#onRequest);
    page.off('response', this.#onResponse);
    page.off('requestfinished', this.#onEnd);
    page.off('requestfailed', this.#onEnd);
    page.off('framenavigated', this.#onNavigated);
    page.off('framedetached', this.#onDetached);
    page.off('load', this.#onLoad);
    this.#remember();
  }

  /** Remembers the unanswered requests for later actions, until they are answered. */
  #remember(): void {
    let unansweredHere = unanswered.get(this.#page);
    if (!unansweredHere) unanswered.set(this.#page, (unansweredHere = new Set()));
    for (const [request, awaited] of this.#pendingRequests) {
      if (awaited.answeringSince !== null || unansweredHere.size >= MAX_UNANSWERED_COUNT) continue;
      const requests = unansweredHere.add(awaited);
      const forget = (): void => void requests.delete(awaited);
      void request.response().then(forget, forget);
    }
  }
}
