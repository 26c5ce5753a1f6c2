/** `schema/session-event.schema.json` is up to date, and recorded events validate against it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { Ajv, type ValidateFunction } from 'ajv';

import { expect, test } from '../support/browser.js';
import type { ConsentFacts, Evidence } from '../../src/contract/index.js';
import { DemonstrationWriter } from '../../src/demonstration/index.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createSessionEventSchema } from '../../scripts/session-schema.mjs';
import { done, header, observation, target, uidOf } from './test-data.mjs';

const file = fileURLToPath(new URL('../../schema/session-event.schema.json', import.meta.url));
const storedSchema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
let validate: ValidateFunction;

test.beforeAll(() => {
  validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(storedSchema);
});

test('the schema that ships is generated from the types (run `npm run schema` after a change)', () => {
  expect(createSessionEventSchema()).toEqual(storedSchema);
});

/** Records a session with every type of event. */
function recordSession(dir: string): string[] {
  const writer = DemonstrationWriter.create(dir, header, createRedactor(), () => header.startedAt);
  const facts: ConsentFacts = { control: { role: 'button', name: 'Buy' }, title: 'Shop', amounts: ['€ 5'] };
  const evidence: Evidence = {
    step: 'buy the ticket',
    query: 'buy',
    ranked: [{ uid: uidOf(5), score: 0.5, name: 'Buy' }],
    ranking: { total: 9, scored: 4, partial: false },
    model: {
      name: 'test-model',
      calls: 1,
      promptTokens: 10,
      answerTokens: 2,
      cachedTokens: 0,
      estimated: false,
      cost: null,
      recorded: false,
      rawAnswer: '{}',
    },
  };
  writer.event({
    type: 'page',
    url: header.url,
    title: 'Shop',
    reason: 'start',
    settle: { reason: 'quiet', ms: 300 },
  });
  writer.say('instructor', 'Buy the ticket.');
  writer.action({
    action: { intent: 'click', uid: uidOf(5) },
    target: target(),
    result: { outcome: done({ type: 'dom', mutations: 3 }), element: null, mouse: null },
    observation: observation(1),
    evidence,
    consent: {
      class: 'buy',
      kind: 'buy',
      what: 'buy the ticket',
      facts,
      given: true,
      source: { by: 'instruction', turn: 0 },
    },
  });
  writer.event({
    type: 'note',
    text: 'A request was refused.',
    pageEvent: { type: 'request-refused', host: 'tracker.example', reason: 'not allowed' },
  });
  writer.event({
    type: 'check',
    result: { label: 'url', pass: true, expected: 'a', actual: 'a', soft: true },
  });
  writer.say('navigator', 'Done.', 'report');
  const totals = { calls: 1, promptTokens: 10, answerTokens: 2, cachedTokens: 0, cost: null, recorded: 0 };
  const end = { verdict: 'done', reason: 'Done.', exit: 0, turns: 3, actions: 1, seconds: 1 } as const;
  writer.end({ ...end, model: totals });
  return readFileSync(join(dir, 'session.jsonl'), 'utf8').trimEnd().split('\n');
}

test('every event of a recorded session is valid according to the schema', () => {
  const lines = recordSession(test.info().outputPath('demonstration'));
  const types = lines.map((line) => {
    const event = JSON.parse(line) as { type: string };
    expect.soft(validate(event), `${line}\n${JSON.stringify(validate.errors, null, 1)}`).toBe(true);
    return event.type;
  });
  expect(new Set(types)).toEqual(new Set(['session', 'page', 'say', 'action', 'note', 'check', 'end']));
});

test('the schema rejects events with unknown types, unknown values and missing fields', () => {
  const header = { v: 2, seq: 0, t: 0 };
  for (const event of [
    { ...header, type: 'act', turn: 0 },
    { ...header, type: 'say', turn: 0, speaker: 'narrator', text: 'Hello' },
    { ...header, type: 'say', turn: 0, speaker: 'instructor' },
    { ...header, v: 1, type: 'note', text: 'Hello' },
  ])
    expect.soft(validate(event), JSON.stringify(event)).toBe(false);
});
