/**
 * Reads the bounds of all DOM nodes in a renderer process with one CDP call. The bounds show which nodes are near the
 * viewport and must therefore be measured exactly.
 */
import type { CDPSession } from 'playwright';

import type { Box } from '../../contract/index.js';

/** Maps backend node ids to bounds in the frame's viewport, in CSS px. Nodes without layout are missing. */
export type NodeBounds = ReadonlyMap<number, Box>;

/** @returns the bounds in each frame of the CDP session's process, by frame id; the session's own frame comes first */
export async function readLayoutBounds(
  session: CDPSession,
  timeout: number,
): Promise<ReadonlyMap<string, NodeBounds>> {
  const { documents, strings } = await session.send(
    'DOMSnapshot.captureSnapshot',
    { computedStyles: [] },
    { timeout },
  );
  return new Map(
    documents.map(({ frameId, nodes, layout, scrollOffsetX = 0, scrollOffsetY = 0 }) => {
      const bounds = new Map<number, Box>();
      for (const [i, nodeIndex] of layout.nodeIndex.entries()) {
        const backendId = nodes.backendNodeId?.[nodeIndex];
        const [x = 0, y = 0, width = 0, height = 0] = layout.bounds[i]!;
        // A node may have several layout objects. The first one contains the others.
        if (backendId !== undefined && !bounds.has(backendId))
          bounds.set(backendId, { x: x - scrollOffsetX, y: y - scrollOffsetY, width, height });
      }
      return [strings[frameId] ?? '', bounds];
    }),
  );
}
