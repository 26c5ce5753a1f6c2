/**
 * Conversations of the chat navigator: real pages, the real loop, and a model server whose policy reads the
 * prompt that it is given. A policy knows no page and no turn number: what it does follows from the text alone,
 * so that a prompt which lost something fails the test.
 */
import type { SessionEvent } from '../../../src/contract/index.js';
import { createModel } from '../../../src/llm/index.js';
import { createChatNavigator, type ChatNavigatorParts } from '../../../src/navigator/index.js';
import type { PageSurface } from '../../../src/page/index.js';
import { createLexicalRanker } from '../../../src/rank/index.js';
import { createRedactor, keptSecrets, type Redactor } from '../../../src/secrets/index.js';
import type { SessionResult } from '../../../src/session/index.js';
import { type Setting, settingsFor } from '../../llm/asking.js';
import { runTestSession, says } from '../../session/doubles.js';
import { decision, Prompt, type Step } from '../../support/chat-prompt.js';
import { type Asked, type Deed, fakeModelServer } from '../../support/fake-model-server.js';

export interface Talk {
  surface: PageSurface;
  url: string;
  lines: string[];
  policy: (prompt: Prompt, asked: Asked) => Step[] | Deed;
  parts?: Partial<ChatNavigatorParts>;
  setting?: Setting;
  redactor?: Redactor;
  signal?: AbortSignal;
}

export interface Held extends SessionResult {
  log: string[];
  events: SessionEvent[];
  asked: Asked[];
}

export async function talk(given: Talk): Promise<Held> {
  const { surface, url, lines, policy, setting, redactor = createRedactor() } = given;
  const server = await fakeModelServer((asked) => {
    const deed = policy(new Prompt(asked.prompt), asked);
    const told = Array.isArray(deed) ? { text: decision(deed) } : deed;
    // Servers count about so much.
    return 'text' in told ? { usage: { prompt: Math.ceil(asked.prompt.length / 4) }, ...told } : told;
  });
  const model = createModel(settingsFor(server.url, setting), { redactor, env: {}, ...setting?.parts });
  const ranker = createLexicalRanker();
  try {
    const navigator = createChatNavigator({
      model,
      seed: 'a seed for tests',
      pictures: false,
      today: '2026-11-21',
      ...given.parts,
    });
    const held = await runTestSession({
      surface,
      ranker,
      navigator,
      instructor: says(...lines),
      startUrl: url,
      secrets: keptSecrets(redactor),
      ...(given.signal ? { signal: given.signal } : {}),
    });
    return { ...held, asked: server.asked };
  } finally {
    await ranker.close();
    await model.close();
    await server.close();
  }
}

/** What the record says of the model, decision by decision. */
export const uses = ({ events }: Pick<Held, 'events'>) =>
  events.flatMap((event) => ('evidence' in event && event.evidence?.model ? [event.evidence.model] : []));
