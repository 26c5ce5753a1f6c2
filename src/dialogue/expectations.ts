/** Judges whether the navigator said what a scenario expects. */
import type { CheckResult, Turn } from '../contract/index.js';
import { collapse, compileMatch, type Likeness, type Matcher, nearness, noLikeness } from './matchers.js';
import { asksSomething } from './questions.js';
import type { Expectation } from './schema/scenario.js';

type Said = { kind?: Extract<Turn, { type: 'say'; speaker: 'navigator' }>['kind']; text: string };

/** @param turns turns since the line that the expectation belongs to */
export function judgeExpectation(
  expectation: Expectation,
  turns: readonly Turn[],
  likeness: Likeness = noLikeness,
): CheckResult {
  const { within } = expectation;
  // Only the navigator's turns count.
  const own = turns.filter((turn) => turn.speaker === 'navigator');
  const said: Said[] = own.slice(0, within).filter((turn) => turn.type === 'say');
  const about = expectation.asks ?? expectation.never_asks;
  const matcher = compileMatch(about ?? expectation.says ?? expectation.never_says ?? '', likeness);
  const heard = about === undefined ? said : said.filter(asksSomething);
  const hits = heard.filter((it) => matcher.test(it.text));
  const verb = about === undefined ? 'says' : 'asks about';
  const never = expectation.never_asks !== undefined || expectation.never_says !== undefined;
  const { times } = expectation;
  const soon = within === undefined ? '' : ` within ${within === 1 ? 'one turn' : `${within} turns`}`;
  const often = times === undefined ? '' : times === 1 ? ' once' : ` ${times} times`;
  const pass = never ? hits.length === 0 : times === undefined ? hits.length > 0 : hits.length === times;
  const done = about === undefined ? 'said' : 'asked';
  // Shows the surplus utterances, or what was said instead.
  const shown = hits.length > 0 ? hits : heard;
  const count =
    times !== undefined && hits.length > 0 ? `${hits.length === 1 ? 'once' : `${hits.length} times`}: ` : '';
  // Said, but too late.
  const late =
    within === undefined || hits.length > 0
      ? undefined
      : own
          .slice(within)
          .find(
            (turn): turn is Extract<typeof turn, { type: 'say' }> =>
              turn.type === 'say' && (about === undefined || asksSomething(turn)) && matcher.test(turn.text),
          );
  return {
    label: `the navigator ${never ? 'never ' : ''}${verb} ${matcher}${often}${soon}`,
    pass,
    expected: `${never ? 'never ' : ''}${matcher}${often}${soon}`,
    actual: late
      ? `${done} it in turn ${own.indexOf(late) + 1}: ${quoted([late.text], matcher)}`
      : shown.length === 0
        ? `${done} nothing`
        : `${done} ${count}${quoted(
            shown.map((it) => it.text),
            matcher,
          )}`,
  };
}

function quoted(texts: string[], matcher: Matcher): string {
  const shown = texts.slice(-3).map((text) => {
    const flat = collapse(text);
    return `“${flat.length > 160 ? `${flat.slice(0, 160)}…` : flat}”${nearness([matcher], text)}`;
  });
  return texts.length > 3 ? `…, ${shown.join(', ')}` : shown.join(', ');
}
