/** Answers "how many": from counts that the page states, from its rows, or from its elements. */
import type { View } from '../ground/view.js';
import type { Asked } from './asked.js';
import { type Answer, type Count, type Facts, listed, plural, told } from './facts.js';
import { conditionOf, COUNT_NOISE, namingKey, rowNoun, selectRows, topicOf } from './match-rows.js';
import { valueFromRows } from './rows.js';
import { contentOf, has, hasAll, isGeneral, labelWords, rowNounsOf, same, without } from './words.js';

/** Whether a stated count counts what the question names: all its words are the question's, and the other way round. */
function countsWhat({ label, text }: Count, asked: Asked, page: Facts): boolean {
  const own = labelWords(label).filter((word) => !COUNT_NOISE.has(word));
  const words = asked.words.filter((word) => !isGeneral(word) && !COUNT_NOISE.has(word));
  // "Order 5512" is the name of one order, not the number of orders.
  const isName = /\d$/u.test(text) && own.some((word) => words.some((w) => w === `${word}s`));
  if (!own.length || isName) return false;
  if (own.every(isGeneral)) return words.every((word) => has(page.topic, word));
  // "Messages in the inbox": the name of the list says what it contains; the main heading names the list that is open.
  const known = words.length ? [...words, ...contentOf(page.heading)] : page.topic;
  return (
    hasAll(known, own) &&
    without(words, [...own, ...rowNounsOf(own), ...contentOf(page.heading)]).length === 0
  );
}

export function answerCount(asked: Asked, page: Facts, view: View): Answer | null {
  if (asked.negated) return null;
  const stated = page.counts.filter((count) => countsWhat(count, asked, page));
  const distinct = [...new Set(stated.map(({ count }) => count))];
  if (distinct.length === 1) return told(`The page says “${stated[0]!.text}”`, distinct[0]);
  if (distinct.length > 1) return null;
  return (
    valueFromRows(asked, page) ??
    repeated(asked, page) ??
    countRows(asked, page) ??
    countElements(asked, view)
  );
}

/** Headings such as "Milestone: 1.0", "Milestone: 2.0" name the entries of a list. */
export function repeated(asked: Asked, page: Facts): Answer | null {
  const [noun, ...more] = asked.words.filter((word) => !isGeneral(word));
  const named = page.pairs
    .filter(({ label }) => noun && !more.length && same(label.toLowerCase(), noun))
    .map(({ value }) => value);
  if (named.length < 2) return null;
  return asked.form === 'count'
    ? told(`I count ${named.length} on this page: ${listed(named)}`, String(named.length))
    : told(listed(named));
}

function countRows(asked: Asked, page: Facts): Answer | null {
  for (const table of page.tables) {
    if (asked.noun.length && rowNoun(asked, table, page) === undefined) continue;
    const hits = selectRows(asked, table, page, []);
    const count = String(hits.length);
    if (!hits.length) continue;
    // A library's page is not a list of libraries: the noun must be that of the rows, in the plural.
    const topic = topicOf(table, page);
    const isList =
      !asked.noun.length ||
      asked.noun.every(
        (word) =>
          isGeneral(word) ||
          topic.includes(word) ||
          has(rowNounsOf(topic), word) ||
          has(labelWords(namingKey(table)), word),
      );
    if (!hits[0]!.cells.length && !isList) continue;
    if (!hits[0]!.cells.length)
      return told(
        `I count ${plural(hits.length, 'row')} in the ${table.isList ? 'list' : 'table'} on this page`,
        count,
      );
    return told(
      `${plural(hits.length, 'row')} on this page ${hits.length === 1 ? 'has' : 'have'} ${conditionOf(hits)}`,
      count,
    );
  }
  return null;
}

const ELEMENT_ROLES: Readonly<Record<string, RegExp>> = {
  link: /^link$/u,
  button: /^button$/u,
  checkbox: /^checkbox$/u,
  field: /^(?:textbox|searchbox|spinbutton|combobox)$/u,
  image: /^(?:img|image)$/u,
  heading: /^heading$/u,
  tab: /^tab$/u,
};

function countElements({ words }: Asked, view: View): Answer | null {
  const [noun, ...more] = words.filter((word) => !isGeneral(word));
  const kind = Object.keys(ELEMENT_ROLES).find((name) => noun && !more.length && same(name, noun));
  if (kind === undefined) return null;
  const isKind = (c: { role: string }): boolean => ELEMENT_ROLES[kind]!.test(c.role);
  const count = view.candidates.filter((c) => c.visible && [c, ...c.folded].some(isKind)).length;
  return count ? told(`I count ${plural(count, kind)} on this page`, String(count)) : null;
}
