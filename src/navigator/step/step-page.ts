/** The page as a policy sees it: the observation's text, and the elements that its numbers refer to. */
import type {
  Box,
  Candidate,
  Observation,
  ObservationSpec,
  StepLibrary,
  StepObservation,
  Uid,
} from '../../contract/index.js';
import { computePageDigest } from '../../policy/index.js';
import {
  cutObservation,
  formatNewNotices,
  formatPageEvents,
  formatScrollPosition,
  formatToday,
  type CountTokens,
} from '../../prompt/index.js';
import { findCandidate } from '../element-actions/find-candidate.js';

export interface PageTarget {
  /** Null if the element cannot be acted on. */
  uid: Uid | null;
  candidate: Candidate | undefined;
  text: string;
}

export interface StepPageView {
  observation: Observation;
  digest: string;
  text: string;
  url: string;
  /** Elements by their number in the observation. */
  targets: ReadonlyMap<number, PageTarget>;
  /** Facts that the prompt states outside the page fence (hardened mode only). */
  facts: readonly string[];
}

export type Compat = 'faithful' | 'hardened';

export function getObservationNeeds(observation: StepObservation, compat: Compat): ObservationSpec {
  switch (observation) {
    case 'accessibility-tree':
      return { accessibilityTree: compat === 'faithful' ? 'webarena' : 'hardened' };
    case 'dom-list':
      return { elementList: 'miniwob' };
    case 'salient-list':
      return { elementList: 'salient' };
  }
}

/** Longer observations are shortened to this many tokens (hardened mode only). */
const MAX_OBSERVATION_TOKENS = 6_000;

export interface PageViewOptions {
  library: Pick<StepLibrary, 'observation' | 'maxRows' | 'grammar'>;
  compat: Compat;
  /** `2026-11-21` */
  today: string;
  isLooping: boolean;
  countTokens: CountTokens;
}

export function buildPageView(observation: Observation, options: PageViewOptions): StepPageView {
  const { library, compat, countTokens } = options;
  const isHardened = compat === 'hardened';
  const { text: fullText, nodes } = readNodes(observation, library.observation);
  const excerpt = cutObservation(
    fullText,
    library.maxRows,
    isHardened ? MAX_OBSERVATION_TOKENS : null,
    countTokens,
  );
  const targets = new Map(nodes.map((node) => [node.id, toTarget(node, observation)]));
  const lines = isHardened
    ? [
        ...formatNewNotices(observation),
        ...formatPageEvents(observation),
        excerpt.text,
        ...(excerpt.omittedRows > 0 ? [`(truncated: ${excerpt.omittedRows} more lines)`] : []),
      ]
    : [...formatTabLine(observation, library), excerpt.text];
  return {
    observation,
    digest: computePageDigest(observation),
    text: lines.join('\n'),
    // MiniWoB++ has a single page, so its URL is uninformative.
    url: library.grammar === 'miniwob' ? '' : observation.url,
    targets,
    facts: isHardened ? listFacts(observation, options) : [],
  };
}

interface PageNode {
  id: number;
  uid: Uid | null;
  box: Box;
  text: string;
}

function readNodes(
  { accessibilityTree, elementList }: Observation,
  observationKind: StepObservation,
): { text: string; nodes: readonly PageNode[] } {
  if (observationKind === 'accessibility-tree')
    return { text: accessibilityTree?.text ?? '', nodes: accessibilityTree?.nodes ?? [] };
  return { text: elementList?.text ?? '', nodes: elementList?.lines ?? [] };
}

/** For text without an element, actions use the smallest control that contains the text's centre. */
function toTarget({ uid, box, text }: PageNode, observation: Observation): PageTarget {
  const candidate =
    uid === null ? findSmallestControlAround(box, observation) : findCandidate(observation, uid);
  return { uid: uid ?? candidate?.uid ?? null, candidate, text };
}

function findSmallestControlAround(box: Box, { candidates }: Observation): Candidate | undefined {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return candidates
    .filter(
      ({ visible, interactive, box: candidateBox }) =>
        visible &&
        interactive &&
        candidateBox.x <= x &&
        x <= candidateBox.x + candidateBox.width &&
        candidateBox.y <= y &&
        y <= candidateBox.y + candidateBox.height,
    )
    .toSorted((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0];
}

/** WebArena lists the tabs above the accessibility tree. Parley knows only the current tab's title. */
function formatTabLine(
  { tabs, title }: Observation,
  { observation }: Pick<StepLibrary, 'observation'>,
): string[] {
  if (observation !== 'accessibility-tree') return [];
  const tabLabels = tabs.map(
    ({ url, active }, index) => `Tab ${index}${active ? ` (current): ${title}` : `: ${url}`}`,
  );
  return [tabLabels.join(' | '), ''];
}

const LOOP_WARNING =
  'The page was in this state before, and the same action led back to it. Choose another way, or stop with what you know.';

function listFacts(observation: Observation, { today, isLooping, library }: PageViewOptions): string[] {
  const { tabs, viewport, candidates } = observation;
  return [
    `Today is ${formatToday(today)}.`,
    ...(tabs.length > 1 ? [formatTabs(observation)] : []),
    ...(library.observation === 'accessibility-tree' ? [formatScrollPosition(viewport)] : []),
    ...(candidates.some(({ behindModal, inViewport }) => behindModal && inViewport)
      ? ['A dialog is open; elements behind it cannot be used until it is closed.']
      : []),
    ...(isLooping ? [LOOP_WARNING] : []),
  ];
}

function formatTabs({ tabs }: Observation): string {
  const tabLabels = tabs.map(
    ({ url, active }, index) => `${index}${active ? ' (current)' : ''} ${url.slice(0, 100)}`,
  );
  return `Tabs: ${JSON.stringify(tabLabels.join(', '))}.`;
}
