/**
 * Asks a model two questions about each consent case of a group. Without the page: which words of the dialogue order an
 * irreversible action? With the page: does the dialogue order the action of this control?
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createModelPlan } from '../src/assembly/model-plan.js';
import { openModelSession } from '../src/assembly/model-session.js';
import { ParleyError } from '../src/contract/index.js';
import { findConsentCommand, reviewConsent, UNUSABLE_ANSWERS } from '../src/judge/index.js';
import { type Model, toParleyError } from '../src/llm/index.js';
import { createRedactor } from '../src/secrets/index.js';
import { defineBenchmark, reportProgress, createWholeNumberOption } from './lib/command-line.js';
import {
  CONSENT_FOLDER,
  listConsentGroups,
  readConsentCases,
  runConsentCase,
  toOrderRequest,
  toReviewRequest,
  type ConsentAnswers,
  type ConsentCase,
} from './lib/consent-cases.js';
import { formatTable } from './lib/table.js';

/** Computes a sort key that shuffles the cases. In the file they are grouped by kind. */
const computeShuffleKey = ({ id }: ConsentCase): string => createHash('sha256').update(id).digest('hex');

export const benchmark = defineBenchmark({
  summary: 'a model’s answers about consent',
  description:
    'Asks a model about every case of a group, whatever the rules decide, and counts wrong decisions of the rules ' +
    'alone, of each of the two questions alone, and of all together. Each case takes two requests.',
  options: {
    group: {
      type: 'string',
      requiresArg: true,
      default: 'blind-14',
      choices: listConsentGroups(),
      describe: 'Name of the group',
    },
    model: { type: 'string', requiresArg: true, describe: 'Name of the model' },
    'base-url': { type: 'string', requiresArg: true, describe: 'Address of an OpenAI-compatible server' },
    workers: createWholeNumberOption('workers', {
      describe: 'Number of simultaneous requests',
      default: 4,
    }),
    write: { type: 'string', requiresArg: true, describe: 'File for the answers, by case id' },
  },
  example: '--model gpt-4.1-mini --group blind-14',
  async run({ group, model, 'base-url': baseUrl, workers, write }) {
    const { signal } = new AbortController();
    const cases = readConsentCases(join(CONSENT_FOLDER, `${group}.json`));
    const plan = await createModelPlan({ model, baseUrl }, process.env, signal);
    if (!plan) throw new ParleyError('usage', 'No model given.', 'Choose one with --model.');
    const session = openModelSession(plan, {
      redactor: createRedactor(),
      env: process.env,
      recordPrompt: () => undefined,
    });
    // In a session, a server error counts as an objection. Here it would only distort the results.
    const strictModel: Model = {
      ...session.model,
      ask: async (...args) => {
        const result = await session.model.ask(...args);
        if (!result.ok && !UNUSABLE_ANSWERS.has(result.kind)) throw toParleyError(result);
        return result;
      },
    };
    const answers: Record<string, ConsentAnswers> = {};
    const remainingCases = cases.toSorted((a, b) => computeShuffleKey(a).localeCompare(computeShuffleKey(b)));
    const answerCases = async (): Promise<void> => {
      for (let consentCase = remainingCases.shift(); consentCase; consentCase = remainingCases.shift()) {
        const words = await findConsentCommand(strictModel, toOrderRequest(consentCase), { signal });
        const review = await reviewConsent(strictModel, toReviewRequest(consentCase), { signal });
        if (review) answers[consentCase.id] = { words: words ?? '', ordered: review.ordered };
        reportProgress(`${Object.keys(answers).length} of ${cases.length}`);
      }
    };
    await Promise.all(Array.from({ length: workers }, answerCases));
    for (const line of await session.close(true)) process.stderr.write(`${line}\n`);
    process.stdout.write(`${formatAnswers(cases, answers)}\n`);
    if (write !== undefined) writeFileSync(write, `${JSON.stringify(answers, null, 1)}\n`);
    return 0;
  },
});

function formatAnswers(
  cases: readonly ConsentCase[],
  answers: Readonly<Record<string, ConsentAnswers>>,
): string {
  const answeredCases = cases.filter(({ id }) => id in answers);
  const deciders: [name: string, isAllowed: (consentCase: ConsentCase) => boolean][] = [
    ['rules', (consentCase) => runConsentCase(consentCase).isAllowed],
    ['model without the page', ({ id }) => answers[id]!.words !== ''],
    ['model with the page', ({ id }) => answers[id]!.ordered],
    ['all', (consentCase) => runConsentCase(consentCase, answers[consentCase.id]).isAllowed],
  ];
  const countWrong = (
    isCounted: (consentCase: ConsentCase) => boolean,
    isWrong: (consentCase: ConsentCase) => boolean,
  ): string => {
    const countedCases = answeredCases.filter(isCounted);
    return `${countedCases.filter(isWrong).length} of ${countedCases.length}`;
  };
  return formatTable(
    ['Decided by', 'no consent, allowed', 'plain orders, asked', 'other consent, asked'],
    deciders.map(([name, isAllowed]) => [
      name,
      countWrong(({ consent }) => !consent, isAllowed),
      countWrong(
        ({ kind }) => kind === 'plain',
        (consentCase) => !isAllowed(consentCase),
      ),
      countWrong(
        ({ kind, consent }) => consent && kind !== 'plain',
        (consentCase) => !isAllowed(consentCase),
      ),
    ]),
  );
}
