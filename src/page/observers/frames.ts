/** Observes all frames of a page with one query per frame, which reads the frame's rows, position and visible part. */
import type { CDPSession, Frame, Page } from 'playwright';

import type { Box, ObservationSpec } from '../../contract/index.js';
import type { WireSnapshot } from '../injected/wire.js';
import { queryEngine, findChildFrame, formatQuery } from '../engine.js';
import { getFrameElementUid, setFrameElementUid } from '../frame-geometry.js';
import { PAGE_LIMITS, type PageLimits } from '../limits.js';
import { findWorld, worldOf } from '../isolated-world.js';
import { adoptClosedRoots } from './closed-roots.js';
import { stopFrameFlood } from './frame-flood.js';
import { FrameDeadline, type FrameHistory } from './frame-deadline.js';
import { toTopLevelBox, IDENTITY_TRANSFORM, type FrameTransform } from './frame-transform.js';
import { decodeRows, type ElementRow } from './element-rows.js';

/** Maximum depth of nested closed shadow roots. Each level costs another query. */
const MAX_NESTED_ROOTS = 8;
/** Frames with a shorter side, in CSS pixels, have no visible content. */
const MIN_FRAME_SIZE = 4;

export interface FrameObserverOptions {
  spec: ObservationSpec;
  /** The observation's number, unique within the session. The seed for the uids in new documents is derived from it. */
  observationNumber: number;
  /** Whether to leave new notices unread, so that the next observation reports them. */
  keepNotices?: boolean;
  /** For `webvoyager`: the result of `readClickHandlers`. */
  clickHandlers?: string;
  /** Time limit of the main frame, in milliseconds. */
  mainFrameTimeoutMs?: number;
  /** Time limits and the maximum number of child frames. */
  limits?: PageLimits;
}

export interface FrameObservation extends FrameTransform {
  frame: Frame;
  /** URLs of the frames from the outermost child frame to this one; empty for the main frame. */
  urlChain: string[];
  /** Uid of the frame element in the parent frame; '' for the main frame. */
  ownerUid: string;
  /** The visible part in top-level coordinates. */
  visibleBox: Box;
  /** Whether the whole frame is inert or behind a modal dialog. */
  behindModal: boolean;
  rows: ElementRow[];
  snapshot: WireSnapshot;
}

/** Content that is missing from the observation. */
export interface OmittedContent {
  /** Number of frames that were not read because the page has more than `maxFrameCount`. */
  unreadFrameCount: number;
  /** Number of frames that did not answer in time. */
  unresponsiveFrameCount: number;
  /** Number of frames when the page was stopped from loading more; 0 if it was not. */
  stoppedAtFrameCount: number;
  /** Total number of elements in documents that were not read completely. */
  elementCountOfTruncatedDocuments: number;
}

export interface ObservedFrames {
  frames: [FrameObservation, ...FrameObservation[]];
  omitted: OmittedContent;
}

/** Frames that did not answer the last query. */
const unresponsiveFrames = new WeakSet<Frame>();

function historyOf(frame: Frame | null): FrameHistory {
  if (!frame) return 'new';
  return unresponsiveFrames.has(frame) ? 'unresponsive' : 'responsive';
}

/** Creates the arguments of the `snapshot` query. */
function createQueryArguments(
  { spec, keepNotices, clickHandlers = '' }: FrameObserverOptions,
  isMainFrame: boolean,
): string[] {
  return [
    ...(keepNotices ? ['peek'] : []),
    ...(spec.documents ? ['documents'] : []),
    ...(spec.text || spec.plainText ? ['text'] : []),
    ...(spec.weblinx && isMainFrame ? ['weblinx'] : []),
    ...(spec.webvoyager && isMainFrame ? ['webvoyager', `onclick=${clickHandlers}`] : []),
    ...(spec.elementList === 'miniwob' && isMainFrame ? ['miniwob'] : []),
  ];
}

function intersectBoxes(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

class FrameObserver {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #options: FrameObserverOptions;
  readonly #limits: PageLimits;
  #documentCount = 0;
  #childFrameCount = 0;
  /** Number of frames that were not read because the page has more than `maxFrameCount`. */
  unreadFrameCount = 0;

  constructor(page: Page, cdp: CDPSession, options: FrameObserverOptions) {
    this.#page = page;
    this.#cdp = cdp;
    this.#options = options;
    this.#limits = options.limits ?? PAGE_LIMITS;
  }

  /** Takes a snapshot of one frame, and repeats it after opening closed shadow roots. */
  async takeSnapshot(frame: Frame, timeout: number): Promise<WireSnapshot> {
    const isMainFrame = frame === this.#page.mainFrame();
    const knownWorld = worldOf(frame);
    // If another surface used this page before, the known world may belong to its closed debugger session.
    if (!knownWorld || (isMainFrame && knownWorld.session !== this.#cdp))
      await findWorld(frame, this.#page, this.#cdp, () => queryEngine<string>(frame, 'world', timeout));
    // Each document has its own seed, so that uids never repeat within a session.
    const seed = this.#options.observationNumber * 64 + (this.#documentCount++ % 64);
    const query = formatQuery('snapshot', seed, ...createQueryArguments(this.#options, isMainFrame));
    let snapshot = await queryEngine<WireSnapshot>(frame, query, timeout);
    for (let depth = 0; snapshot.possibleShadowHostCount > 0 && depth < MAX_NESTED_ROOTS; depth++) {
      const world = worldOf(frame);
      if (!world || !(await adoptClosedRoots(world, this.#limits.closedRootsMs))) break;
      snapshot = await queryEngine<WireSnapshot>(frame, query, timeout);
    }
    return snapshot;
  }

  /**
   * Observes the child frames of a frame recursively and adds them to `nodes` in document order. Frames that disappear
   * or do not answer get no observation.
   */
  async observeChildren(
    parent: FrameObservation,
    nodes: FrameNode[],
    deadline: FrameDeadline,
  ): Promise<void> {
    const largeRows = parent.rows.filter(
      ({ visible, frameContent }) =>
        visible && frameContent && isLargeEnough(toTopLevelBox(frameContent, parent)),
    );
    const remainingCount = Math.max(0, this.#limits.maxFrameCount - this.#childFrameCount);
    const chosenRows = new Set(
      largeRows.toSorted((a, b) => compareByVisibleArea(a, b, parent)).slice(0, remainingCount),
    );
    this.#childFrameCount += chosenRows.size;
    this.unreadFrameCount += largeRows.length - chosenRows.size;
    const knownFrames = new Map(
      parent.frame.childFrames().map((frame) => [getFrameElementUid(frame), frame]),
    );
    const observations = largeRows
      .filter((row) => chosenRows.has(row))
      .map(async (row) => {
        const node: FrameNode = {
          frame: knownFrames.get(row.uid) ?? null,
          state: 'unanswered',
          observation: null,
          children: [],
        };
        nodes.push(node);
        // The deadline tracks the child frames of this frame separately.
        const { children } = await deadline.trackFrame(historyOf(node.frame), () =>
          this.#observeChild(node, row, parent, deadline),
        );
        await children;
      });
    await Promise.all(observations);
  }

  /** Observes a child frame. @returns the observation of its own child frames, which is still pending */
  async #observeChild(
    node: FrameNode,
    row: ElementRow,
    parent: FrameObservation,
    deadline: FrameDeadline,
  ): Promise<{ children?: Promise<void> }> {
    const getTimeout = (): number => Math.min(this.#limits.childFrameMs, deadline.remainingMs);
    node.frame ??= await deadline.trackAnswer(
      findChildFrame(parent.frame, row.uid, getTimeout()).catch(() => null),
    );
    const { frame } = node;
    if (!frame) {
      node.state = 'gone';
      return {};
    }
    setFrameElementUid(frame, row.uid);
    const snapshot = await deadline.trackAnswer(this.takeSnapshot(frame, getTimeout())).catch(() => null);
    if (!snapshot) {
      node.state = frame.isDetached() ? 'gone' : 'unanswered';
      return {};
    }
    unresponsiveFrames.delete(frame);
    node.state = 'read';
    node.observation = toFrameObservation(frame, row, parent, snapshot);
    return { children: this.observeChildren(node.observation, node.children, deadline) };
  }

  /** Observes all child frames until the deadline, and counts the frames that did not answer. */
  async observeAllChildren(
    main: FrameObservation,
    mainFrameMs: number,
  ): Promise<{ observations: FrameObservation[]; unresponsiveCount: number }> {
    const nodes: FrameNode[] = [];
    const deadline = new FrameDeadline(this.#limits.allChildFramesMs, mainFrameMs);
    // Answers after the deadline are ignored.
    void this.observeChildren(main, nodes, deadline).catch(() => undefined);
    await deadline.wait();
    const unansweredNodes = nodes
      .flatMap(flattenNodes)
      .filter(({ state, frame }) => state === 'unanswered' && !frame?.isDetached());
    for (const { frame } of unansweredNodes) if (frame) unresponsiveFrames.add(frame);
    return { observations: nodes.flatMap(collectObservations), unresponsiveCount: unansweredNodes.length };
  }
}

/** A frame, its observation if it answered, and its child frames. */
interface FrameNode {
  /** Null until the frame that belongs to the frame element is known. */
  frame: Frame | null;
  state: 'unanswered' | 'gone' | 'read';
  observation: FrameObservation | null;
  children: FrameNode[];
}

function flattenNodes(node: FrameNode): FrameNode[] {
  return [node, ...node.children.flatMap(flattenNodes)];
}

function collectObservations(node: FrameNode): FrameObservation[] {
  return flattenNodes(node).flatMap(({ observation }) => observation ?? []);
}

function isLargeEnough({ width, height }: Box): boolean {
  return width >= MIN_FRAME_SIZE && height >= MIN_FRAME_SIZE;
}

/** Orders frames by visible area, then by total area. */
function compareByVisibleArea(a: ElementRow, b: ElementRow, parent: FrameObservation): number {
  const computeArea = ({ width, height }: Box): number => width * height;
  const computeVisibleArea = ({ frameContent, scrolledAway }: ElementRow): number =>
    scrolledAway ? 0 : computeArea(intersectBoxes(toTopLevelBox(frameContent!, parent), parent.visibleBox));
  return (
    computeVisibleArea(b) - computeVisibleArea(a) ||
    computeArea(b.frameContent!) - computeArea(a.frameContent!)
  );
}

function toFrameObservation(
  frame: Frame,
  row: ElementRow,
  parent: FrameObservation,
  snapshot: WireSnapshot,
): FrameObservation {
  const content = row.frameContent!;
  const box = toTopLevelBox(content, parent);
  return {
    frame,
    urlChain: [...parent.urlChain, frame.url()],
    ownerUid: row.uid,
    offset: { x: box.x, y: box.y },
    scale: { x: parent.scale.x * content.scaleX, y: parent.scale.y * content.scaleY },
    visibleBox: row.scrolledAway ? { ...box, width: 0, height: 0 } : intersectBoxes(box, parent.visibleBox),
    behindModal: parent.behindModal || row.behindModal || content.inert === true,
    rows: decodeRows(snapshot.rows),
    snapshot,
  };
}

/** Observes the main frame, then its child frames. @throws if the main frame does not answer in time */
export async function observeFrames(
  page: Page,
  cdp: CDPSession,
  options: FrameObserverOptions,
): Promise<ObservedFrames> {
  const observer = new FrameObserver(page, cdp, options);
  const frame = page.mainFrame();
  const startedAt = performance.now();
  const limits = options.limits ?? PAGE_LIMITS;
  const observation = observer.takeSnapshot(frame, options.mainFrameTimeoutMs ?? limits.observeMs);
  const { value: snapshot, stoppedAtFrameCount } = await stopFrameFlood(
    page,
    cdp,
    observation,
    limits.frameFloodMs,
  );
  const { width, height } = snapshot.viewport;
  const main: FrameObservation = {
    frame,
    urlChain: [],
    ownerUid: '',
    ...IDENTITY_TRANSFORM,
    behindModal: false,
    visibleBox: { x: 0, y: 0, width, height },
    rows: decodeRows(snapshot.rows),
    snapshot,
  };
  const children = await observer.observeAllChildren(main, performance.now() - startedAt);
  const elementCountOfTruncatedDocuments = [main, ...children.observations].reduce(
    (sum, frame) => sum + (frame.snapshot.totalElementCount ?? 0),
    0,
  );
  return {
    frames: [main, ...children.observations],
    omitted: {
      unreadFrameCount: observer.unreadFrameCount,
      unresponsiveFrameCount: children.unresponsiveCount,
      stoppedAtFrameCount,
      elementCountOfTruncatedDocuments,
    },
  };
}

/** Whether no frame has changed since it was observed. */
export async function areFramesUnchanged(
  [main, ...otherFrames]: ObservedFrames['frames'],
  limits: PageLimits = PAGE_LIMITS,
): Promise<boolean> {
  const comparisons = [main, ...otherFrames].map(async ({ frame, snapshot }) => {
    const ms = frame === main.frame ? limits.childFrameMs : limits.frameVersionMs;
    const version = await queryEngine<string>(frame, 'version', ms).catch(() => null);
    // A removed child frame does not affect the others.
    return version === snapshot.version || (version === null && frame !== main.frame);
  });
  return (await Promise.all(comparisons)).every(Boolean);
}
