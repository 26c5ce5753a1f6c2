/**
 * The instructor's own words, shown by the page (a chat beside it, a list of tasks, a test that prints what it asks):
 * they are no part of what is asked about, and nothing in them is meant by it.
 */
import type { Candidate, Observation } from '../../../contract/index.js';
import { fold, squash } from '../text.js';

const bare = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** Shorter ones may be what a control is called: "Add to cart". */
const LEAST_WORDS = 4;

/** Not where a sentence is only a name: that is what is to be clicked. */
const isSaid = (line: string): boolean =>
  bare(line).split(' ').length >= LEAST_WORDS || (/\s/u.test(line) && /[.!?]\s*$|>/u.test(line));

export function withoutEcho(observation: Observation, line: string): Observation {
  if (!isSaid(line)) return observation;
  const said = bare(line);
  const byUid = new Map(observation.candidates.map((c) => [c.uid, c]));
  const above = (c: Candidate): Candidate | undefined =>
    c.parent === null ? undefined : byUid.get(c.parent);
  const inControl = (c: Candidate | undefined): boolean =>
    c !== undefined && (c.interactive || inControl(above(c)));
  const holding = new Set<string>();
  for (const c of observation.candidates)
    if (c.interactive)
      for (let at = above(c); at && !holding.has(at.uid); at = above(at)) holding.add(at.uid);
  const echoes = new Set(
    observation.candidates
      .filter((c) => bare(c.text) === said && !holding.has(c.uid) && !inControl(c))
      .map((c) => c.uid),
  );
  const text = observation.text.filter((block) => bare(block.text) !== said);
  if (!echoes.size && text.length === observation.text.length) return observation;
  // What is around the sentence may hold other things that say nothing, such as tiles and drawings.
  const around = new Set<string>();
  for (const uid of echoes)
    for (let at = above(byUid.get(uid)!); at && !around.has(at.uid); at = above(at)) around.add(at.uid);
  const within = (c: Candidate | undefined): boolean =>
    c !== undefined && ((echoes.has(c.uid) && !around.has(c.uid)) || within(above(c)));
  const candidates = observation.candidates
    .filter((c) => !echoes.has(c.uid) && !within(c))
    .map((c) =>
      around.has(c.uid)
        ? quieted(
            c,
            [...echoes].map((uid) => byUid.get(uid)!.text),
          )
        : c,
    );
  return { ...observation, candidates, text };
}

/** What is around the sentence says the rest of it: a part of the page is not called what was said to it. */
function quieted(c: Candidate, echoes: readonly string[]): Candidate {
  const without = (text: string): string =>
    squash(echoes.reduce((left, echo) => left.replace(echo, ' '), text));
  return { ...c, text: without(c.text), document: without(c.document) };
}
