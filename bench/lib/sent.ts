/** What is counted as sent to a model. For peers: the text of their snapshot. For Parley: what follows. */
import type { Candidate, Observation, Ranker } from '../../src/contract/index.js';

const CANDIDATES = 50;
const TEXT_CHARS = 4_000;

function line({ uid, role, name, text, value, states, section: place, box }: Candidate): string {
  const { x, y, width, height } = box;
  const marks = Object.entries(states).map(([key, state]) => (state === true ? key : `${key}=${state}`));
  return [
    `[${uid}] ${role} ${JSON.stringify(name || text.slice(0, 100))}`,
    text && name && text !== name ? JSON.stringify(text.slice(0, 100)) : '',
    value ? `value=${JSON.stringify(value.slice(0, 60))}` : '',
    marks.join(' '),
    place ? `in ${JSON.stringify(place.slice(0, 60))}` : '',
    [x, y, width, height].map(Math.round).join(','),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The fifty candidates that fit the query best, one line each, and the best 4,000 characters of the page's text. */
export async function pagePart(observation: Observation, ranker: Ranker, query: string): Promise<string> {
  const { best } = await ranker.rank({ text: query, history: [] }, observation, CANDIDATES);
  const texts = observation.text.map((block) => block.text);
  const passages = await ranker.passages(query, texts, 30);
  const text = passages
    .map(({ index }) => texts[index]!)
    .join('\n')
    .slice(0, TEXT_CHARS);
  return `${best.map(({ candidate }) => line(candidate)).join('\n')}\n\n${text}`;
}
