/**
 * What the network does from before an act until its effects are judged: which requests the act caused, directly
 * or through the answers to its requests, and where it led. Requests that a page makes by itself, or that are not
 * meant to end, are told apart from those whose answers are still to be shown.
 */
import type { Frame, Page, Request, Response } from 'playwright';

/** Requests that start this long after the act, or after a new document has loaded, are taken as caused by it. */
const CAUSED_MS = 400;
/** So long after an answer the next request is taken to come from it. */
const CHAIN_MS = 150;
/** One request after the other to the same place: from here on it is a poll, which has no end. */
const MOST_REPEATS = 3;
/**
 * The body of an answer may take this long. Streams take for ever and show what they bring as it comes, and a body
 * that no script reads never ends.
 */
const BODY_MS = 500;
/** Without an answer for this long it is a long poll, and not waited for a second time. */
const LONG_POLL_MS = 4_000;
const MOST_UNANSWERED = 50;
const MOST_FRAMES = 5;

/** Kinds of requests whose answers change what is to be seen; images and media are not worth waiting for. */
const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch']);

interface Awaited {
  key: string;
  since: number;
  /** When the answer began to arrive. */
  answering: number | null;
}

/** What earlier acts on a page waited for in vain, while it still has no answer. */
const unanswered = new WeakMap<Page, Set<Awaited>>();

/** The same for requests that only differ in numbers: times, counters, random values. */
function keyOf(request: Request): string {
  const body = request.postData()?.slice(0, 300) ?? '';
  return `${request.method()} ${request.url()} ${body}`.replace(/\d+/g, '#');
}

/** The frame of a request; null where it has none, as those of workers. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** Listens until `release()`, which removes every listener. */
export class Activity {
  readonly #page: Page;
  /** When the act had been performed; until then every request may be its doing. */
  #acted = Infinity;
  readonly #open = new Map<Request, Awaited>();
  readonly #repeats = new Map<string, number>();
  readonly #endless: Set<string>;
  #lastAnswer = 0;
  /** When a main document was asked for: the next navigation that is committed then brings a new one. */
  #documentAskedAt: number | null = null;
  #newDocument = false;
  #loadedAt: number | null = null;
  #committedAt: number | null = null;
  #asked = false;
  /** The main frame committed a navigation, to a new document or within this one. */
  navigated = false;
  /** HTTP status of the newest main-frame document. */
  status: number | null = null;
  /** A main document has been asked for and is not there yet. */
  navigating = false;
  /** Child frames that the act led somewhere. */
  readonly frames = new Set<Frame>();

  constructor(page: Page) {
    this.#page = page;
    const now = performance.now();
    this.#endless = new Set(
      [...(unanswered.get(page) ?? [])].filter((one) => now - one.since > LONG_POLL_MS).map(({ key }) => key),
    );
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onEnd);
    page.on('requestfailed', this.#onEnd);
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
    page.on('load', this.#onLoad);
  }

  /** Whether something that starts now may go back to the act. */
  #caused(now: number): boolean {
    return (
      !(now - this.#acted >= CAUSED_MS) ||
      now - this.#lastAnswer < CHAIN_MS ||
      // What a new document needs until it has loaded, and asks for at once when it has.
      (this.#newDocument && (this.#loadedAt === null || now - this.#loadedAt < CAUSED_MS))
    );
  }

  readonly #onRequest = (request: Request): void => {
    const now = performance.now();
    const frame = request.isNavigationRequest() ? frameOf(request) : null;
    const mainDocument = frame !== null && frame === this.#page.mainFrame();
    if (mainDocument) {
      this.navigating = true;
      this.#documentAskedAt = now;
    }
    // A navigation of the page is waited for whenever it starts.
    if (!mainDocument && !this.#caused(now)) return;
    if (!AWAITED.has(request.resourceType())) return;
    const key = keyOf(request);
    if (!mainDocument && (this.#endless.has(key) || this.#isPoll(key))) return;
    if (frame && !mainDocument) this.#follow(frame);
    const loading = this.#newDocument && this.#loadedAt === null;
    if (!loading || request.resourceType() === 'xhr' || request.resourceType() === 'fetch')
      this.#asked = true;
    this.#open.set(request, { key, since: now, answering: null });
  };

  /** Counts what follows upon the answer to its like; requests made at the same time are one step. */
  #isPoll(key: string): boolean {
    for (const open of this.#open.values()) if (open.key === key) return false;
    const times = (this.#repeats.get(key) ?? 0) + 1;
    this.#repeats.set(key, times);
    return times > MOST_REPEATS;
  }

  readonly #onResponse = (response: Response): void => {
    const awaited = this.#open.get(response.request());
    if (!awaited) return;
    awaited.answering = performance.now();
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      this.#open.delete(response.request());
  };

  readonly #onEnd = (request: Request): void => {
    if (this.#open.delete(request)) this.#lastAnswer = performance.now();
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
      if (this.#documentAskedAt !== null) this.#beginDocument(this.#documentAskedAt);
    } else if (this.#caused(now)) this.#follow(frame);
  };

  #beginDocument(askedAt: number): void {
    this.#committedAt = performance.now();
    this.#asked = false;
    // How the requests of the old document end is not always told.
    for (const [request, { since }] of this.#open) if (since < askedAt) this.#open.delete(request);
    this.#documentAskedAt = null;
    this.#newDocument = true;
    this.#loadedAt = null;
    this.#repeats.clear();
    this.#endless.clear();
    this.frames.clear();
  }

  /** In a new document every frame is new, advertisements too; its own loading says enough. */
  #follow(frame: Frame): void {
    if (!this.#newDocument && this.frames.size < MOST_FRAMES) this.frames.add(frame);
  }

  readonly #onDetached = (frame: Frame): void => {
    this.frames.delete(frame);
    // Nobody says any more how its requests end.
    for (const request of this.#open.keys()) if (frameOf(request) === frame) this.#open.delete(request);
  };

  readonly #onLoad = (): void => {
    this.#loadedAt = performance.now();
  };

  /** The act itself is over; what starts much later has other causes. */
  acted(): void {
    if (this.#acted === Infinity) this.#acted = performance.now();
  }

  /** How many answers are waited for. */
  get pending(): number {
    const now = performance.now();
    let count = 0;
    for (const { answering } of this.#open.values())
      if (answering === null || now - answering < BODY_MS) count++;
    return count;
  }

  get lastAnswer(): number {
    return this.#lastAnswer;
  }

  /** When what is on the page began to be the act's doing: with the act, or with the document that it led to. */
  get since(): number {
    return this.#committedAt ?? this.#acted;
  }

  /** Data was asked for, beyond what every document needs to load: there is an answer to be shown. */
  get asked(): boolean {
    return this.#asked;
  }

  /** The act led to a new document: whether that is still loading, or when it had loaded. */
  get document(): 'same' | 'loading' | { loadedAt: number } {
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

  /** Keeps what has no answer in mind for as long as none comes. */
  #remember(): void {
    let left = unanswered.get(this.#page);
    if (!left) unanswered.set(this.#page, (left = new Set()));
    for (const [request, awaited] of this.#open) {
      if (awaited.answering !== null || left.size >= MOST_UNANSWERED) continue;
      const kept = left.add(awaited);
      const forget = (): void => void kept.delete(awaited);
      void request.response().then(forget, forget);
    }
  }
}
