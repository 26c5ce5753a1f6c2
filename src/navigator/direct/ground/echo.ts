/**
 * Removes the instructor's own words from the observation if the page shows them (in a chat, a list of tasks, or a test
 * that prints its instruction). They are not part of the page's content and must not be matched.
 */
import type { Candidate, Observation } from '../../../contract/index.js';
import { fold, collapseSpaces } from '../text.js';

const simplify = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** A line with fewer words may be the name of a control: "Add to cart". */
const MIN_WORDS = 4;

/** Whether an element is a question that the page itself answers, as on a help page. */
const isQuestionHeading = (c: Candidate): boolean => c.role === 'heading' && c.text.endsWith('?');

/** Whether a line is a sentence rather than only a name, which could be the target of a click. */
const isSentence = (line: string): boolean =>
  simplify(line).split(' ').length >= MIN_WORDS || (/\s/u.test(line) && /[.!?]\s*$|>/u.test(line));

export function removeEcho(observation: Observation, line: string): Observation {
  if (!isSentence(line)) return observation;
  const phrase = simplify(line);
  const byUid = new Map(observation.candidates.map((c) => [c.uid, c]));
  const getParent = (c: Candidate): Candidate | undefined =>
    c.parent === null ? undefined : byUid.get(c.parent);
  const isInControl = (c: Candidate | undefined): boolean =>
    c !== undefined && (c.interactive || isInControl(getParent(c)));
  const uidsAroundControls = new Set<string>();
  for (const c of observation.candidates)
    if (c.interactive)
      for (
        let ancestor = getParent(c);
        ancestor && !uidsAroundControls.has(ancestor.uid);
        ancestor = getParent(ancestor)
      )
        uidsAroundControls.add(ancestor.uid);
  const echoUids = new Set(
    observation.candidates
      .filter(
        (c) =>
          simplify(c.text) === phrase &&
          !isQuestionHeading(c) &&
          !uidsAroundControls.has(c.uid) &&
          !isInControl(c),
      )
      .map((c) => c.uid),
  );
  const text = observation.text.filter(
    (block) => simplify(block.text) !== phrase || (block.kind === 'heading' && block.text.endsWith('?')),
  );
  if (!echoUids.size && text.length === observation.text.length) return observation;
  // Elements around the sentence are kept: they may also contain tiles or drawings without text.
  const uidsAroundEchoes = new Set<string>();
  for (const uid of echoUids)
    for (
      let ancestor = getParent(byUid.get(uid)!);
      ancestor && !uidsAroundEchoes.has(ancestor.uid);
      ancestor = getParent(ancestor)
    )
      uidsAroundEchoes.add(ancestor.uid);
  const isInEcho = (c: Candidate | undefined): boolean =>
    c !== undefined && ((echoUids.has(c.uid) && !uidsAroundEchoes.has(c.uid)) || isInEcho(getParent(c)));
  const candidates = observation.candidates
    .filter((c) => !echoUids.has(c.uid) && !isInEcho(c))
    .map((c) =>
      uidsAroundEchoes.has(c.uid)
        ? removeEchoText(
            c,
            [...echoUids].map((uid) => byUid.get(uid)!.text),
          )
        : c,
    );
  return { ...observation, candidates, text };
}

/** Removes the sentence from the text of an element around it, so that the element does not match because of it. */
function removeEchoText(c: Candidate, echoes: readonly string[]): Candidate {
  const removeEchoes = (text: string): string =>
    collapseSpaces(echoes.reduce((rest, echo) => rest.replace(echo, ' '), text));
  return { ...c, text: removeEchoes(c.text), document: removeEchoes(c.document) };
}
