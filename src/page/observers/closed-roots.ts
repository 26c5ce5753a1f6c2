/**
 * Closed shadow roots: no script of any world can get at them, the browser's debugger can. It is asked about
 * the elements that look as if they had one, and hands the roots over to the isolated world, which from then
 * on treats them like open ones.
 */
import type { World } from '../world.js';

const MS = 2_000;

/** @returns whether any closed root was handed over, so that another look will see more */
export async function adoptClosedRoots({ session, contextId }: World): Promise<boolean> {
  const objectGroup = 'parley-roots';
  try {
    const { result } = await session.send(
      'Runtime.evaluate',
      { expression: 'parley.suspects()', contextId, objectGroup },
      { timeout: MS },
    );
    if (!result.objectId) return false;
    const { result: items } = await session.send(
      'Runtime.getProperties',
      { objectId: result.objectId, ownProperties: true },
      { timeout: MS },
    );
    const hosts = items.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
    );
    const adopted = await Promise.all(
      hosts.map(async (host) => {
        const { node } = await session.send('DOM.describeNode', { objectId: host }, { timeout: MS });
        const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
        const resolved = root
          ? await session.send(
              'DOM.resolveNode',
              { backendNodeId: root.backendNodeId, executionContextId: contextId, objectGroup },
              { timeout: MS },
            )
          : null;
        await session.send(
          'Runtime.callFunctionOn',
          {
            objectId: host,
            functionDeclaration: 'function (root) { parley.adopt(this, root); }',
            arguments: [resolved?.object.objectId ? { objectId: resolved.object.objectId } : { value: null }],
          },
          { timeout: MS },
        );
        return resolved !== null;
      }),
    );
    return adopted.includes(true);
  } catch {
    return false;
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
}
