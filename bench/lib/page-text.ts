/** Formats Parley's page text, for comparison with other tools' snapshots in the `page` benchmark. */
import type { Candidate, Observation, Ranker } from '../../src/contract/index.js';

const MAX_CANDIDATES = 50;
const MAX_PASSAGES = 30;
const MAX_TEXT_CHARS = 4_000;

function formatCandidate({ uid, role, name, text, value, states, section, box }: Candidate): string {
  const { x, y, width, height } = box;
  const stateLabels = Object.entries(states).map(([key, state]) =>
    state === true ? key : `${key}=${state}`,
  );
  return [
    `[${uid}] ${role} ${JSON.stringify(name || text.slice(0, 100))}`,
    text && name && text !== name ? JSON.stringify(text.slice(0, 100)) : '',
    value ? `value=${JSON.stringify(value.slice(0, 60))}` : '',
    stateLabels.join(' '),
    section ? `in ${JSON.stringify(section.slice(0, 60))}` : '',
    [x, y, width, height].map(Math.round).join(','),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Lists the 50 best candidates for the query, one per line, and up to 4,000 characters of the best text blocks. */
export async function formatPageText(
  observation: Observation,
  ranker: Ranker,
  query: string,
): Promise<string> {
  const { best } = await ranker.rank({ text: query, history: [] }, observation, MAX_CANDIDATES);
  const blockTexts = observation.text.map((block) => block.text);
  const passages = await ranker.rankPassages(query, blockTexts, MAX_PASSAGES);
  const passageText = passages
    .map(({ index }) => blockTexts[index]!)
    .join('\n')
    .slice(0, MAX_TEXT_CHARS);
  return `${best.map(({ candidate }) => formatCandidate(candidate)).join('\n')}\n\n${passageText}`;
}
