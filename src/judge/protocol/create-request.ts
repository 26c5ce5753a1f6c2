/** Creates the requests of all judge protocols. Pure. */
import type { ChatRequest, JsonShape, MessagePart } from '../../llm/index.js';

/** A fixed seed. Servers that support seeds then repeat their answers. */
const SEED = 42;

export interface JudgeRequest {
  rules: string;
  question: string | MessagePart[];
  /** Omitted if the answer is plain text. */
  answerShape?: JsonShape;
  maxTokens: number;
}

export function createJudgeRequest({ rules, question, ...format }: JudgeRequest): ChatRequest {
  return {
    kind: 'chat',
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content: question },
    ],
    ...format,
    temperature: 0,
    seed: SEED,
  };
}
