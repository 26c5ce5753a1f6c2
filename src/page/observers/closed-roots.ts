/**
 * Gives the isolated world access to closed shadow roots. Scripts cannot access them, but the DevTools protocol can.
 * The isolated world lists the elements that may have a closed root, and treats the roots that it receives as open.
 */
import type { IsolatedWorld } from '../isolated-world.js';

/**
 * @param timeout time limit of one debugger call, in milliseconds
 * @returns whether a closed root was found, so that another observation will find more elements
 */
export async function adoptClosedRoots(
  { session, contextId }: IsolatedWorld,
  timeout: number,
): Promise<boolean> {
  const objectGroup = 'parley-roots';
  try {
    const { result } = await session.send(
      'Runtime.evaluate',
      { expression: 'parley.getPossibleShadowHosts()', contextId, objectGroup },
      { timeout },
    );
    if (!result.objectId) return false;
    const { result: items } = await session.send(
      'Runtime.getProperties',
      { objectId: result.objectId, ownProperties: true },
      { timeout },
    );
    const hosts = items.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
    );
    const adoptions = await Promise.all(
      hosts.map(async (host) => {
        const { node } = await session.send('DOM.describeNode', { objectId: host }, { timeout });
        const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
        const resolvedRoot = root
          ? await session.send(
              'DOM.resolveNode',
              { backendNodeId: root.backendNodeId, executionContextId: contextId, objectGroup },
              { timeout },
            )
          : null;
        await session.send(
          'Runtime.callFunctionOn',
          {
            objectId: host,
            functionDeclaration: 'function (root) { parley.adopt(this, root); }',
            arguments: [
              resolvedRoot?.object.objectId ? { objectId: resolvedRoot.object.objectId } : { value: null },
            ],
          },
          { timeout },
        );
        return resolvedRoot !== null;
      }),
    );
    return adoptions.includes(true);
  } catch {
    return false;
  } finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
}
