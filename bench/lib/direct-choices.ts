/**
 * Measures the built-in navigator's first action for each instruction of the grounding set: does it act on an element,
 * or ask?
 */
import type { Evidence, Inspector, Ranker } from '../../src/contract/index.js';
import { createDirectNavigator } from '../../src/navigator/index.js';
import { textSearch } from '../../src/rank/index.js';
import type { Feature } from '../../src/reference/index.js';
import type { ObservedRankingPage, RankingQuestion } from './ranking-pages.js';
import type { ReferenceCase } from './reference-calibration.js';

/** `asks`: the navigator's first action is a question or a report. */
export type FirstChoice = 'right' | 'wrong' | 'asks';

export interface DirectChoice {
  question: RankingQuestion;
  choice: FirstChoice;
  /** Features of the resolved reference; null if names alone resolved it. */
  reference: ReferenceCase | null;
}

/** Each page is tried with the instructions of the page this many places further down the list. */
const OTHER_PAGE_DISTANCE = 7;

/**
 * Tries each page with another page's instructions, which it usually cannot fulfil. Leaves out cases in which the page
 * happens to have an element with the right name.
 */
export async function measureOtherPageReferences(
  pages: readonly ObservedRankingPage[],
  ranker: Ranker,
): Promise<ReferenceCase[]> {
  const mismatchedPages = pages.map((page, i) => ({
    ...page,
    questions: pages[(i + OTHER_PAGE_DISTANCE) % pages.length]!.questions.map((question) => ({
      ...question,
      functionalTargets: [],
    })),
  }));
  return (await measureDirectChoices(mismatchedPages, ranker))
    .flatMap(({ reference }) => reference ?? [])
    .filter(({ features }) => features.nameCoverage < 1)
    .map((reference) => ({ ...reference, isOtherPage: true }));
}

/** @param pages pages that were observed with their text */
export async function measureDirectChoices(
  pages: readonly ObservedRankingPage[],
  ranker: Ranker,
): Promise<DirectChoice[]> {
  const { signal } = new AbortController();
  const choices: DirectChoice[] = [];
  for (const { observation, candidates, questions, url } of pages) {
    const inspector: Inspector = {
      rank: async (text, k) => (await ranker.rank({ text, history: [] }, observation, k, signal)).best,
      takeNumberedScreenshot: async () => null,
      rankPassages: async () => [],
      find: async (query, k) => textSearch.find(observation, query, k),
      read: async (topic, from, k) => textSearch.read(observation, topic, from, k),
      findCovered: async () => new Map(),
      readDownload: async () => ({ status: 'unreadable', reason: 'There is no such download.' }),
    };
    for (const question of questions) {
      const turns = [{ index: 0, speaker: 'instructor', type: 'say', text: question.query.text }] as const;
      const { actions, evidence } = await createDirectNavigator().decide(
        { observation, exchange: { turns: [...turns] } },
        inspector,
        signal,
      );
      const [action] = actions;
      const targets = new Set(
        question.functionalTargets.flatMap((i) => {
          const { uid, folded } = candidates[i]!;
          return [uid, ...folded.map((foldedElement) => foldedElement.uid)];
        }),
      );
      const isTarget = action !== undefined && 'uid' in action && targets.has(String(action.uid));
      choices.push({
        question,
        choice: !action || action.intent === 'say' ? 'asks' : isTarget ? 'right' : 'wrong',
        reference: toReferenceCase(evidence.reference, question, url, targets),
      });
    }
  }
  return choices;
}

const toReferenceCase = (
  reference: Evidence['reference'],
  { split }: RankingQuestion,
  page: string,
  targets: ReadonlySet<string>,
): ReferenceCase | null =>
  reference
    ? {
        page,
        split,
        features: reference.features as Record<Feature, number>,
        isRight: targets.has(reference.uid),
        isOtherPage: false,
      }
    : null;
