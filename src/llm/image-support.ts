/** Finds out whether a model accepts images, for callers that must know before they send any. Uses no tokens. */
import type { Model } from './model.js';
import { fetchServerFacts } from './server-facts.js';
import { createTransport } from './transport.js';

/** @returns what earlier calls showed, else what the server says about the model; null if neither is known */
export async function findImageSupport(
  model: Pick<Model, 'knowledge' | 'settings'>,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<boolean | null> {
  const known = model.knowledge().images;
  if (known !== null) return known;
  const transport = await createTransport(env);
  try {
    return (await fetchServerFacts(model.settings, transport.fetch, signal)).images;
  } finally {
    await transport.close();
  }
}
