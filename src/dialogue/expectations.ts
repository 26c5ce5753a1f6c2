/** Judges whether the navigator said what a scenario expects. */
import type { CheckResult, Turn } from '../contract/index.js';
import {
  collapse,
  compileMatch,
  type SentenceSimilarity,
  type Matcher,
  formatSimilarity,
  noSimilarity,
} from './matchers.js';
import { asksSomething } from './questions.js';
import type { Expectation } from './schema/scenario.js';

type NavigatorMessage = { kind?: Extract<Turn, { type: 'say'; speaker: 'navigator' }>['kind']; text: string };

/** @param turns the turns since the line that has the expectation */
export function judgeExpectation(
  expectation: Expectation,
  turns: readonly Turn[],
  similarity: SentenceSimilarity = noSimilarity,
): CheckResult {
  const { within } = expectation;
  const navigatorTurns = turns.filter((turn) => turn.speaker === 'navigator');
  const messages: NavigatorMessage[] = navigatorTurns.slice(0, within).filter((turn) => turn.type === 'say');
  const questionMatch = expectation.asks ?? expectation.never_asks;
  const matcher = compileMatch(questionMatch ?? expectation.says ?? expectation.never_says ?? '', similarity);
  const candidates = questionMatch === undefined ? messages : messages.filter(asksSomething);
  const matching = candidates.filter((message) => matcher.test(message.text));
  const verb = questionMatch === undefined ? 'says' : 'asks about';
  const isNegative = expectation.never_asks !== undefined || expectation.never_says !== undefined;
  const { times } = expectation;
  const withinText = within === undefined ? '' : ` within ${within === 1 ? 'one turn' : `${within} turns`}`;
  const timesText = times === undefined ? '' : times === 1 ? ' once' : ` ${times} times`;
  const pass = isNegative
    ? matching.length === 0
    : times === undefined
      ? matching.length > 0
      : matching.length === times;
  const verbPast = questionMatch === undefined ? 'said' : 'asked';
  // The result quotes the matching messages, or all candidates if none matches.
  const shown = matching.length > 0 ? matching : candidates;
  const matchCountText =
    times !== undefined && matching.length > 0
      ? `${matching.length === 1 ? 'once' : `${matching.length} times`}: `
      : '';
  // A message that matches but came after the allowed number of turns.
  const lateTurn =
    within === undefined || matching.length > 0
      ? undefined
      : navigatorTurns
          .slice(within)
          .find(
            (turn): turn is Extract<typeof turn, { type: 'say' }> =>
              turn.type === 'say' &&
              (questionMatch === undefined || asksSomething(turn)) &&
              matcher.test(turn.text),
          );
  return {
    label: `the navigator ${isNegative ? 'never ' : ''}${verb} ${matcher}${timesText}${withinText}`,
    pass,
    expected: `${isNegative ? 'never ' : ''}${matcher}${timesText}${withinText}`,
    actual: lateTurn
      ? `${verbPast} it in turn ${navigatorTurns.indexOf(lateTurn) + 1}: ${formatQuotes([lateTurn.text], matcher)}`
      : shown.length === 0
        ? `${verbPast} nothing`
        : `${verbPast} ${matchCountText}${formatQuotes(
            shown.map((message) => message.text),
            matcher,
          )}`,
  };
}

function formatQuotes(texts: string[], matcher: Matcher): string {
  const shown = texts.slice(-3).map((text) => {
    const flat = collapse(text);
    return `“${flat.length > 160 ? `${flat.slice(0, 160)}…` : flat}”${formatSimilarity([matcher], text)}`;
  });
  return texts.length > 3 ? `…, ${shown.join(', ')}` : shown.join(', ');
}
