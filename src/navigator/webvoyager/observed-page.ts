/**
 * Turns an observation into the message for the model and the map of its labels. The faithful page is WebVoyager's own
 * view; the hardened one is built from Parley's candidates.
 */
import type { Inspector, Observation, State } from '../../contract/index.js';
import {
  buildFaithfulObservation,
  buildHardenedObservation,
  formatFileText,
  formatModal,
  formatNewNotices,
  formatPageEvents,
  formatPageHeader,
  formatPdfReport,
  formatScrollPosition,
  formatTextList,
  formatToday,
  isListed,
  labelElements,
  type LabelledElements,
  type CountTokens,
  type PromptVariant,
  type VoyagerMessage,
} from '../../prompt/index.js';
import { labelsOfList, labelsOfScript, labelsOfTree, type LabelMap } from './labels.js';
import { findDownloads, type TurnReport } from './turn-report.js';

export interface ObservedPage {
  message: VoyagerMessage;
  labels: LabelMap;
}

interface PageInput {
  state: State;
  report: TurnReport;
  inspector: Inspector;
  mode: PromptVariant['mode'];
  countTokens: CountTokens;
}

/** The last instruction, which determines the relevant pages of a file. */
const taskOf = ({ exchange }: State): string => {
  const line = exchange.turns.findLast(({ speaker }) => speaker === 'instructor');
  return line?.type === 'say' ? line.text : '';
};

export async function observeFaithfully(
  input: PageInput & { lead: string; warning: string; pdf: string | null },
): Promise<ObservedPage> {
  const { state, mode, lead, warning } = input;
  const { observation } = state;
  const isText = mode === 'text';
  const message = buildFaithfulObservation(
    {
      lead,
      warning,
      content: isText
        ? (observation.accessibilityTree?.text ?? '')
        : formatTextList(observation.webvoyager?.elements ?? []),
      image: isText ? null : (observation.webvoyager?.picture ?? null),
      pdfReport: await reportPdf(input),
    },
    mode,
  );
  return { message, labels: isText ? labelsOfTree(observation) : labelsOfScript(observation) };
}

/** @param input.pdf name of the file to report; null: none */
async function reportPdf(input: PageInput & { pdf: string | null }): Promise<string> {
  const { state, pdf, inspector, countTokens } = input;
  if (pdf === null) return '';
  const download = await inspector.readDownload(pdf, taskOf(state));
  return formatPdfReport(formatFileText(pdf, download, countTokens).join('\n'));
}

/** Maximum tokens of the element list. A window full of links needs about 2,000. */
const MAX_LIST_TOKENS = 6_000;
/** Maximum number of files read per decision. */
const MAX_FILES = 2;
const NO_PICTURE = 'No screenshot could be taken this time; the list shows what the window contains.';
const LOOP_WARNING =
  'The page was in this state before, and your actions led back to it. Choose another way, ask, or answer with what you know.';

export interface HardenedPageInput extends PageInput {
  lead: readonly string[];
  isFirst: boolean;
  isLooping: boolean;
  marker: string;
  today: string;
}

export async function observeHardened(input: HardenedPageInput): Promise<ObservedPage> {
  const { state, report, inspector, mode, isFirst, isLooping, marker, today } = input;
  const { observation } = state;
  const list = mode === 'text' ? null : await listElements(input);
  const image = list === null ? null : await inspector.picture(list.byUid);
  const tree = observation.accessibilityTree?.text ?? '';
  const message = buildHardenedObservation(
    {
      lead: [
        ...(isFirst ? [`The session marker is ${marker}. Today is ${formatToday(today)}.`] : []),
        ...input.lead,
      ],
      facts: [
        formatScrollPosition(observation.viewport),
        ...(list === null ? [] : formatModal(observation.candidates)),
        ...formatTabs(observation),
        ...(list !== null && image === null ? [NO_PICTURE] : []),
        ...(isLooping ? [LOOP_WARNING] : []),
      ],
      content: [
        formatPageHeader(observation),
        ...formatNewNotices(observation),
        ...formatPageEvents(observation),
        ...(list?.lines ?? tree.split('\n')),
      ],
      image,
      files: await readFiles(findDownloads(report, observation), input, inspector),
    },
    marker,
  );
  return { message, labels: list === null ? labelsOfTree(observation) : labelsOfList(list) };
}

async function listElements({ state, inspector, countTokens }: PageInput): Promise<LabelledElements> {
  const { candidates } = state.observation;
  const coveredBy = await inspector.findCovered(candidates.filter(isListed).map(({ uid }) => uid));
  return labelElements(candidates, coveredBy, MAX_LIST_TOKENS, countTokens);
}

async function readFiles(
  files: readonly string[],
  { state, countTokens }: PageInput,
  inspector: Inspector,
): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    const download = await inspector.readDownload(file, taskOf(state));
    lines.push(...formatFileText(file, download, countTokens));
  }
  return lines;
}

function formatTabs({ tabs }: Observation): string[] {
  if (tabs.length < 2) return [];
  const list = tabs.map(({ id, url, active }) => `${id}${active ? ' (active)' : ''} ${url.slice(0, 100)}`);
  return [`Tabs: ${JSON.stringify(list.join(', '))}.`];
}
