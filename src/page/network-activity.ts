/**
 * Tracks the requests and navigations that an action causes, directly or through the responses to its requests.
 * Ignores requests that the page makes on its own and requests that never end (polls, streams).
 */
import type { Frame, Page, Request, Response } from 'playwright';

/** Requests within this time after the action, or after the `load` event of a new document, are attributed to it. */
const ATTRIBUTION_WINDOW_MS = 400;
/** A request within this time after a response is attributed to that response. */
const CHAIN_WINDOW_MS = 150;
/** More than this many sequential requests to the same URL count as polling. */
const MAX_REPEATS = 3;
/** Maximum wait for a response body. Streams and bodies that no script reads never end. */
const MAX_BODY_WAIT_MS = 500;
/** A request without a response for this long is a long poll. Later actions do not wait for it. */
const MIN_LONG_POLL_MS = 4_000;
const MAX_UNANSWERED_COUNT = 50;
const MAX_FRAME_COUNT = 5;

/** Resource types that can change the visible page. Images and media are not waited for. */
const AWAITED_RESOURCE_TYPES = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch']);

interface PendingRequest {
  key: string;
  startedAt: number;
  /** When the response began to arrive. */
  responseStartedAt: number | null;
}

/** Requests of earlier actions that still have no response, by page. */
const unansweredRequests = new WeakMap<Page, Set<PendingRequest>>();

/** Returns the same key for requests that differ only in digits: times, counters, random values. */
function toRequestKey(request: Request): string {
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
  readonly #repeatCounts = new Map<string, number>();
  readonly #longPollKeys: Set<string>;
  #lastResponseAt = 0;
  /** When the pending main document was requested; null if none is pending. The next commit shows that document. */
  #documentRequestedAt: number | null = null;
  #hasNewDocument = false;
  #loadedAt: number | null = null;
  #committedAt: number | null = null;
  #hasRequestedData = false;
  /** Whether the main frame committed a navigation, to a new document or within the current one. */
  hasNavigated = false;
  /** HTTP status of the latest main document. */
  status: number | null = null;
  /** Whether a main document was requested and has not arrived yet. */
  isNavigating = false;
  /** The last measured delay of the page or of this process. */
  #measuredDelayMs = 0;
  #pageQueryStartedAt: number | null = null;
  /** Child frames that the action navigated. */
  readonly navigatedFrames = new Set<Frame>();

  constructor(page: Page) {
    this.#page = page;
    const now = performance.now();
    this.#longPollKeys = new Set(
      [...(unansweredRequests.get(page) ?? [])]
        .filter(({ startedAt }) => now - startedAt > MIN_LONG_POLL_MS)
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
  #isAttributedToAction(now: number): boolean {
    return (
      !(now - this.#actionEndedAt >= ATTRIBUTION_WINDOW_MS + this.delayMs) ||
      now - this.#lastResponseAt < CHAIN_WINDOW_MS + this.delayMs ||
      // A new document makes requests while it loads and right after its `load` event.
      (this.#hasNewDocument && (this.#loadedAt === null || now - this.#loadedAt < ATTRIBUTION_WINDOW_MS))
    );
  }

  readonly #onRequest = (request: Request): void => {
    const now = performance.now();
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    const isMainDocument = frame !== null && frame === this.#page.mainFrame();
    if (isMainDocument) {
      this.isNavigating = true;
      this.#documentRequestedAt = now;
    }
    // A navigation of the main frame is always waited for.
    if (!isMainDocument && !this.#isAttributedToAction(now)) return;
    if (!AWAITED_RESOURCE_TYPES.has(request.resourceType())) return;
    const key = toRequestKey(request);
    if (!isMainDocument && (this.#longPollKeys.has(key) || this.#isPoll(key))) return;
    if (frame && !isMainDocument) this.#addNavigatedFrame(frame);
    const isLoading = this.#hasNewDocument && this.#loadedAt === null;
    if (!isLoading || request.resourceType() === 'xhr' || request.resourceType() === 'fetch')
      this.#hasRequestedData = true;
    this.#pendingRequests.set(request, { key, startedAt: now, responseStartedAt: null });
  };

  /**
   * Counts the request and returns whether the page has sent it, one after the other, more than MAX_REPEATS times.
   * Concurrent requests count once.
   */
  #isPoll(key: string): boolean {
    for (const pendingRequest of this.#pendingRequests.values()) if (pendingRequest.key === key) return false;
    const requestCount = (this.#repeatCounts.get(key) ?? 0) + 1;
    this.#repeatCounts.set(key, requestCount);
    return requestCount > MAX_REPEATS;
  }

  readonly #onResponse = (response: Response): void => {
    const pendingRequest = this.#pendingRequests.get(response.request());
    if (!pendingRequest) return;
    pendingRequest.responseStartedAt = performance.now();
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      this.#pendingRequests.delete(response.request());
  };

  readonly #onEnd = (request: Request): void => {
    if (this.#pendingRequests.delete(request)) this.#lastResponseAt = performance.now();
    if (request.isNavigationRequest() && frameOf(request) === this.#page.mainFrame()) {
      this.isNavigating = false;
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
      this.hasNavigated = true;
      this.#lastResponseAt = now;
      if (this.#documentRequestedAt !== null) this.#startDocument(this.#documentRequestedAt);
    } else if (this.#isAttributedToAction(now)) this.#addNavigatedFrame(frame);
  };

  #startDocument(requestedAt: number): void {
    this.#committedAt = performance.now();
    this.#hasRequestedData = false;
    // Playwright does not always report the end of the old document's requests.
    for (const [request, { startedAt }] of this.#pendingRequests)
      if (startedAt < requestedAt) this.#pendingRequests.delete(request);
    this.#documentRequestedAt = null;
    this.#hasNewDocument = true;
    this.#loadedAt = null;
    this.#repeatCounts.clear();
    this.#longPollKeys.clear();
    this.navigatedFrames.clear();
  }

  /** Adds a frame that the action navigated. In a new document every frame is new, so none is added. */
  #addNavigatedFrame(frame: Frame): void {
    if (!this.#hasNewDocument && this.navigatedFrames.size < MAX_FRAME_COUNT) this.navigatedFrames.add(frame);
  }

  readonly #onDetached = (frame: Frame): void => {
    this.navigatedFrames.delete(frame);
    // Playwright no longer reports the end of its requests.
    for (const request of this.#pendingRequests.keys())
      if (frameOf(request) === frame) this.#pendingRequests.delete(request);
  };

  readonly #onLoad = (): void => {
    this.#loadedAt = performance.now();
  };

  /**
   * How late events currently are, in milliseconds. A busy page starts its next request late, and a busy machine
   * reports it late. The time since a page query began counts too, because a request may be reported before the query ends.
   */
  get delayMs(): number {
    const waitingMs = this.#pageQueryStartedAt === null ? 0 : performance.now() - this.#pageQueryStartedAt;
    return Math.max(this.#measuredDelayMs, waitingMs);
  }

  /** Measures how long the page takes to answer a query. */
  async measureDelay(pageQuery: Promise<void>): Promise<void> {
    const startedAt = (this.#pageQueryStartedAt = performance.now());
    try {
      await pageQuery;
    } finally {
      this.#pageQueryStartedAt = null;
      this.#measuredDelayMs = performance.now() - startedAt;
    }
  }

  /** Records by how much a pause in this process overran. */
  recordLateWakeUp(lateMs: number): void {
    this.#measuredDelayMs = Math.max(this.#measuredDelayMs, lateMs);
  }

  /** Marks the end of the action. Requests that start much later are not attributed to it. */
  markActionEnd(): void {
    if (this.#actionEndedAt === Infinity) this.#actionEndedAt = performance.now();
  }

  /** Number of requests without a complete response. */
  get pendingCount(): number {
    const now = performance.now();
    let count = 0;
    for (const { responseStartedAt } of this.#pendingRequests.values())
      if (responseStartedAt === null || now - responseStartedAt < MAX_BODY_WAIT_MS) count++;
    return count;
  }

  get lastResponseAt(): number {
    return this.#lastResponseAt;
  }

  /** When the page began to show the action's effects: at the end of the action or the commit of a new document. */
  get effectsStartedAt(): number {
    return this.#committedAt ?? this.#actionEndedAt;
  }

  /** Whether the action requested data that the page is going to show, beyond the resources of a new document. */
  get hasRequestedData(): boolean {
    return this.#hasRequestedData;
  }

  /** Whether the action led to a new document, and when that document finished loading. */
  get documentState(): 'same' | 'loading' | { loadedAt: number } {
    if (this.isNavigating) return 'loading';
    if (!this.#hasNewDocument) return 'same';
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
    this.#rememberUnanswered();
  }

  /** Remembers the unanswered requests for later actions, until they are answered. */
  #rememberUnanswered(): void {
    const pageRequests = unansweredRequests.get(this.#page) ?? new Set<PendingRequest>();
    unansweredRequests.set(this.#page, pageRequests);
    for (const [request, pendingRequest] of this.#pendingRequests) {
      if (pendingRequest.responseStartedAt !== null || pageRequests.size >= MAX_UNANSWERED_COUNT) continue;
      pageRequests.add(pendingRequest);
      const forget = (): void => void pageRequests.delete(pendingRequest);
      void request.response().then(forget, forget);
    }
  }
}
