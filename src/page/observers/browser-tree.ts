/**
 * Reads the browser's own accessibility tree through the DevTools protocol, with each node's box and element. The
 * protocol's accessibility domain stays disabled, because it would slow down the page.
 */
import type { CDPSession } from 'playwright';

import type { AccessibilityTree, AccessibilityTreeStyle, Box, Candidate } from '../../contract/index.js';
import type { WireMeasuredNode } from '../injected/wire.js';
import { worldOf, type IsolatedWorld } from '../isolated-world.js';
import { queryEngine } from '../engine.js';
import { createActionTargetFinder } from './action-targets.js';
import { formatHardenedLine, formatHardenedTree } from './browser-tree-hardened.js';
import {
  printWebarenaTree,
  formatWebarenaLine,
  type BrowserTreeNode,
  type ScreenSize,
} from './browser-tree-text.js';
import { toTopLevelBox } from './frame-transform.js';
import type { FrameObservation } from './frames.js';
import { readLayoutBounds, type NodeBounds } from './layout-bounds.js';
import { createStableNumbers } from './stable-numbers.js';

/** Nodes with these roles and everything inside them are left out. Earlier Chromium versions did not report them. */
const OMITTED_ROLES = new Set(['InlineTextBox', 'ListMarker']);
/** Maps roles to the names that earlier Chromium versions used for them. */
const EARLIER_ROLES: Readonly<Record<string, string>> = {
  image: 'img',
  MenuListPopup: 'menu',
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'gridcell',
};
/** Maximum number of nodes to measure. Actions cannot reach a node that was not measured. */
const MAX_MEASURED_NODES = 4_000;
/** Nodes up to this many CSS px outside the viewport are also measured, because layout bounds are not exact. */
const MARGIN = 200;
/** Deeper nodes are left out, because formatting them would overflow the call stack. */
const MAX_DEPTH = 1_000;
const OBJECT_GROUP = 'parley-tree';

/** A node without its position in the viewport. */
interface RawNode extends Omit<BrowserTreeNode, 'children' | 'box' | 'uid' | 'key'> {
  backendId: number | undefined;
  children: RawNode[];
}

/** The properties of the protocol's `AXNode` that are used here. */
interface ProtocolNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: unknown };
  name?: { value?: unknown };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

/** Builds the tree of one document. A node that occurs twice is added only once. */
function toRawTree(nodes: readonly ProtocolNode[]): RawNode | null {
  const nodesById = new Map<string, ProtocolNode>();
  for (const node of nodes) if (!nodesById.has(node.nodeId)) nodesById.set(node.nodeId, node);
  const buildNode = (node: ProtocolNode, depth: number): RawNode => {
    nodesById.delete(node.nodeId);
    const role = String(node.role?.value ?? '');
    const children = (depth < MAX_DEPTH ? (node.childIds ?? []) : []).flatMap((id) => {
      const child = nodesById.get(id);
      return child && !OMITTED_ROLES.has(String(child.role?.value)) ? buildNode(child, depth + 1) : [];
    });
    const isUnnamed = node.ignored || node.name === undefined || role === 'none';
    return {
      id: Number(node.nodeId),
      role: EARLIER_ROLES[role] ?? role,
      name: isUnnamed ? null : String(node.name!.value ?? ''),
      properties: (node.properties ?? []).flatMap(({ name, value }): [string, unknown][] =>
        value.value === undefined || name === 'url' ? [] : [[name, value.value]],
      ),
      value: node.value?.value === undefined ? '' : String(node.value.value),
      backendId: node.backendDOMNodeId,
      children,
    };
  };
  return nodes[0] ? buildNode(nodes[0], 0) : null;
}

const flattenTree = (node: RawNode): RawNode[] => [node, ...node.children.flatMap(flattenTree)];

/** Measures the nodes with the given backend ids. Nodes that are gone or have no box are missing in the result. */
async function measureNodes(
  { session, contextId }: IsolatedWorld,
  backendIds: readonly number[],
  mode: 'point' | 'own',
  timeout: number,
): Promise<Map<number, WireMeasuredNode>> {
  try {
    const resolvedNodes = await Promise.all(
      backendIds.map(async (backendNodeId) => {
        const params = { backendNodeId, executionContextId: contextId, objectGroup: OBJECT_GROUP };
        const answer = await session.send('DOM.resolveNode', params, { timeout }).catch(() => null);
        return answer?.object.objectId ? [{ backendNodeId, objectId: answer.object.objectId }] : [];
      }),
    );
    const handles = resolvedNodes.flat();
    const { result } = await session.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: `function (...nodes) { return parley.measure(nodes, '${mode}'); }`,
        arguments: handles.map(({ objectId }) => ({ objectId })),
        executionContextId: contextId,
        returnByValue: true,
      },
      { timeout },
    );
    const measuredNodes = JSON.parse(String(result.value)) as (WireMeasuredNode | null)[];
    const entries = measuredNodes.flatMap((node, i): [number, WireMeasuredNode][] =>
      node ? [[handles[i]!.backendNodeId, node]] : [],
    );
    return new Map(entries);
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined);
  }
}

/** Whether the node is printed in at least one style, so that its box is needed. */
const isPrintable = (node: RawNode): boolean =>
  formatWebarenaLine(node) !== null || node.role === 'Iframe' || formatHardenedLine(node) !== null;

interface FrameTree {
  frame: FrameObservation;
  root: RawNode;
  /** Exact boxes of the nodes near the viewport. */
  measuredNodes: ReadonlyMap<number, WireMeasuredNode>;
  bounds: NodeBounds;
}

interface ReadOptions {
  mode: 'point' | 'own';
  /** The larger of viewport and screen in each dimension. */
  screen: ScreenSize;
  timeout: number;
  /** Reads the bounds of a CDP session. Each session is read only once. */
  readBounds(session: CDPSession): ReturnType<typeof readLayoutBounds>;
}

async function readFrame(
  frame: FrameObservation,
  { mode, screen, timeout, readBounds }: ReadOptions,
): Promise<FrameTree | null> {
  const world = worldOf(frame.frame);
  if (!world) return null;
  const { session, frameId } = world;
  const params = frame.ownerUid === '' || !frameId ? {} : { frameId };
  const { nodes } = await session.send('Accessibility.getFullAXTree', params, { timeout });
  const root = toRawTree(nodes);
  if (!root) return null;
  const boundsOfFrames = await readBounds(session);
  const bounds: NodeBounds = boundsOfFrames.get(frameId) ?? new Map();
  const width = Math.max(screen.width, frame.snapshot.viewport.width) + 2 * MARGIN;
  const height = Math.max(screen.height, frame.snapshot.viewport.height) + 2 * MARGIN;
  const nearbyBox = { x: -MARGIN, y: -MARGIN, width, height };
  const backendIds = flattenTree(root).flatMap((node) => {
    const box = node.backendId === undefined ? undefined : bounds.get(node.backendId);
    return box && isPrintable(node) && isVisibleIn(box, nearbyBox) ? node.backendId! : [];
  });
  const measuredNodes = await measureNodes(
    world,
    [...new Set(backendIds)].slice(0, MAX_MEASURED_NODES),
    mode,
    timeout,
  );
  return { frame, root, measuredNodes, bounds };
}

const isVisibleIn = (box: Box, { x, y, width, height }: Box): boolean =>
  box.x <= x + width && x <= box.x + box.width && box.y <= y + height && y <= box.y + box.height;

type FindTarget = ReturnType<typeof createActionTargetFinder>;

/**
 * Adds boxes and uids, and attaches the trees of child frames to their `iframe`. Nodes that a child frame has scrolled
 * out of view get no box.
 */
function toTree(
  node: RawNode,
  tree: FrameTree,
  children: readonly FrameTree[],
  findTarget: FindTarget,
): BrowserTreeNode {
  const { ownerUid, visibleBox } = tree.frame;
  const measuredNode = node.backendId === undefined ? undefined : tree.measuredNodes.get(node.backendId);
  const frameBox =
    measuredNode?.box ?? (node.backendId === undefined ? undefined : tree.bounds.get(node.backendId));
  const topBox = frameBox && toTopLevelBox(frameBox, tree.frame);
  const box = topBox && (ownerUid === '' || isVisibleIn(topBox, visibleBox)) ? topBox : null;
  const innerTree = children.find(({ frame }) => frame.ownerUid === measuredNode?.uids[0]);
  const { id, role, name, properties, value } = node;
  return {
    id,
    key: `${ownerUid}:${node.backendId ?? `n${id}`}`,
    role,
    name,
    properties,
    value,
    box,
    uid: measuredNode && box ? findTarget(measuredNode.uids, [box]) : null,
    children: [
      ...node.children.map((child) => toTree(child, tree, children, findTarget)),
      ...(innerTree ? [toTree(innerTree.root, innerTree, children, findTarget)] : []),
    ],
  };
}

/** Assigns stable numbers to nodes in the hardened style. */
const getStableNumbers = createStableNumbers();

/** Reads the tree and formats it in the given style. The result is empty if the browser does not answer in time. */
export async function readBrowserTree(
  [main, ...otherFrames]: readonly [FrameObservation, ...FrameObservation[]],
  candidates: readonly Candidate[],
  style: AccessibilityTreeStyle,
  timeout: number,
): Promise<AccessibilityTree> {
  const screen = await queryEngine<ScreenSize>(main.frame, 'screen-size', timeout);
  const boundsBySession = new Map<CDPSession, ReturnType<typeof readLayoutBounds>>();
  const options: ReadOptions = {
    mode: style === 'hardened' ? 'own' : 'point',
    screen,
    timeout,
    readBounds(session) {
      const bounds = boundsBySession.get(session) ?? readLayoutBounds(session, timeout);
      boundsBySession.set(session, bounds);
      return bounds;
    },
  };
  const readTree = (frame: FrameObservation): Promise<FrameTree | null> =>
    readFrame(frame, options).catch(() => null);
  const world = worldOf(main.frame);
  const tree = await readTree(main);
  if (!tree || !world) return { text: '', nodes: [] };
  const findTarget = createActionTargetFinder(candidates);
  if (style === 'hardened') {
    const children = (await Promise.all(otherFrames.map(readTree))).flatMap((child) => child ?? []);
    const getNumber = getStableNumbers(world);
    return formatHardenedTree(toTree(tree.root, tree, children, findTarget), main.visibleBox, ({ key }) =>
      getNumber(key),
    );
  }
  return printWebarenaTree(toTree(tree.root, tree, [], findTarget), screen, style === 'webvoyager');
}
