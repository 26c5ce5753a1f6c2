/**
 * Removes the instructor's own words from the observation if the page shows them (a chat next to it, a list of tasks, a
 * test that prints its instruction). They are not part of the page's content and must not be matched.
 */
import type { Candidate, Observation } from '../../../contract/index.js';
import { fold, collapseSpaces } from '../text.js';

const simplify = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** Shorter texts may be the name of a control: "Add to cart". */
const MIN_WORDS = 4;

/** Whether a line is a sentence rather than only a name, which could be the target of a click. */
const isSentence = (line: string): boolean =>
  simplify(line).split(' ').length >= MIN_WORDS || (/\s/u.test(line) && /[.!?]\s*$|>/u.test(line));

export function withoutEcho(observation: Observation, line: string): Observation {
  if (!isSentence(line)) return observation;
  const phrase = simplify(line);
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
      .filter((c) => simplify(c.text) === phrase && !holding.has(c.uid) && !inControl(c))
      .map((c) => c.uid),
  );
  const text = observation.text.filter((block) => simplify(block.text) !== phrase);
  if (!echoes.size && text.length === observation.text.length) return observation;
  // Elements around the sentence may also contain wordless things, such as tiles and drawings.
  const around = new Set<string>();
  for (const uid of echoes)
    for (let at = above(byUid.get(uid)!); at && !around.has(at.uid); at = above(at)) around.add(at.uid);
  const within = (c: Candidate | undefined): boolean =>
    c !== undefined && ((echoes.has(c.uid) && !around.has(c.uid)) || within(above(c)));
  const candidates = observation.candidates
    .filter((c) => !echoes.has(c.uid) && !within(c))
    .map((c) =>
      around.has(c.uid)
        ? withoutEchoes(
            c,
            [...echoes].map((uid) => byUid.get(uid)!.text),
          )
        : c,
    );
  return { ...observation, candidates, text };
}

/** Removes the sentence from the texts of the elements around it, so that they do not match because of it. */
function withoutEchoes(c: Candidate, echoes: readonly string[]): Candidate {
  const without = (text: string): string =>
    collapseSpaces(echoes.reduce((left, echo) => left.replace(echo, ' '), text));
  return { ...c, text: without(c.text), document: without(c.document) };
}
