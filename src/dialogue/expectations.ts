/** Judges whether the navigator said what a scenario expects. */
import type { CheckResult, Turn } from '../contract/index.js';
import {
  collapseWhitespace,
  compileMatch,
  type SentenceSimilarity,
  type Matcher,
  formatSimilarity,
  rejectComparison,
} from './matchers.js';
import { asksSomething } from './questions.js';
import type { Expectation } from './schema/scenario.js';

type NavigatorMessage = { kind?: Extract<Turn, { type: 'say'; speaker: 'navigator' }>['kind']; text: string };

/** @param turns the turns since the line that has the expectation */
export function judgeExpectation(
  expectation: Expectation,
  turns: readonly Turn[],
  similarity: SentenceSimilarity = rejectComparison,
): CheckResult {
  const { within } = expectation;
  const navigatorTurns = turns.filter((turn) => turn.speaker === 'navigator');
  const messages: NavigatorMessage[] = navigatorTurns.slice(0, within).filter((turn) => turn.type === 'say');
  const questionMatch = expectation.asks ?? expectation.never_asks;
  const matcher = compileMatch(questionMatch ?? expectation.says ?? expectation.never_says ?? '', similarity);
  const candidates = questionMatch === undefined ? messages : messages.filter(asksSomething);
  const matchingMessages = candidates.filter((message) => matcher.test(message.text));
  const verb = questionMatch === undefined ? 'says' : 'asks about';
  const isNegative = expectation.never_asks !== undefined || expectation.never_says !== undefined;
  const { times } = expectation;
  const withinText = within === undefined ? '' : ` within ${within === 1 ? 'one turn' : `${within} turns`}`;
  const timesText = times === undefined ? '' : times === 1 ? ' once' : ` ${times} times`;
  const pass = isNegative
    ? matchingMessages.length === 0
    : times === undefined
      ? matchingMessages.length > 0
      : matchingMessages.length === times;
  const pastVerb = questionMatch === undefined ? 'said' : 'asked';
  // The result quotes the matching messages, or all candidates if none matches.
  const quotedMessages = matchingMessages.length > 0 ? matchingMessages : candidates;
  const matchCountText =
    times !== undefined && matchingMessages.length > 0
      ? `${matchingMessages.length === 1 ? 'once' : `${matchingMessages.length} times`}: `
      : '';
  // A message that matches but came after the allowed number of turns.
  const lateTurn =
    within === undefined || matchingMessages.length > 0
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
      ? `${pastVerb} it in turn ${navigatorTurns.indexOf(lateTurn) + 1}: ${formatQuotes([lateTurn.text], matcher)}`
      : quotedMessages.length === 0
        ? `${pastVerb} nothing`
        : `${pastVerb} ${matchCountText}${formatQuotes(
            quotedMessages.map((message) => message.text),
            matcher,
          )}`,
  };
}

function formatQuotes(texts: string[], matcher: Matcher): string {
  const quotes = texts.slice(-3).map((text) => {
    const singleLine = collapseWhitespace(text);
    return `“${singleLine.length > 160 ? `${singleLine.slice(0, 160)}…` : singleLine}”${formatSimilarity([matcher], text)}`;
  });
  return texts.length > 3 ? `…, ${quotes.join(', ')}` : quotes.join(', ');
}
