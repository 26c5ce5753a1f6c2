/**
 * Converts an observation to the message for the model and the map of its labels. In faithful mode, the message is the
 * one that WebVoyager sends; in hardened mode, it is built from Parley's candidates.
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
import { mapListLabels, mapScriptLabels, mapTreeLabels, type LabelMap } from './labels.js';
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

/** The last instruction determines which pages of a file are relevant. */
const getLastInstruction = ({ exchange }: State): string => {
  const lastTurn = exchange.turns.findLast(({ speaker }) => speaker === 'instructor');
  return lastTurn?.type === 'say' ? lastTurn.text : '';
};

export async function observeFaithfully(
  input: PageInput & { lead: string; warning: string; pdfName: string | null },
): Promise<ObservedPage> {
  const { state, mode, lead, warning } = input;
  const { observation } = state;
  const isTextMode = mode === 'text';
  const message = buildFaithfulObservation(
    {
      lead,
      warning,
      content: isTextMode
        ? (observation.accessibilityTree?.text ?? '')
        : formatTextList(observation.webvoyager?.elements ?? []),
      image: isTextMode ? null : (observation.webvoyager?.picture ?? null),
      pdfReport: await readPdfReport(input),
    },
    mode,
  );
  return { message, labels: isTextMode ? mapTreeLabels(observation) : mapScriptLabels(observation) };
}

/** @param input.pdfName name of the file to report; null: none */
async function readPdfReport(input: PageInput & { pdfName: string | null }): Promise<string> {
  const { state, pdfName, inspector, countTokens } = input;
  if (pdfName === null) return '';
  const download = await inspector.readDownload(pdfName, getLastInstruction(state));
  return formatPdfReport(formatFileText(pdfName, download, countTokens).join('\n'));
}

/** Maximum tokens of the element list. A window full of links needs about 2,000. */
const MAX_LIST_TOKENS = 6_000;
/** Maximum number of files read per decision. */
const MAX_FILES_PER_DECISION = 2;
const NO_SCREENSHOT_NOTICE =
  'No screenshot could be taken this time; the list shows what the window contains.';
const LOOP_WARNING =
  'The page was in this state before, and your actions led back to it. Choose another way, ask, or answer with what you know.';

export interface HardenedPageInput extends PageInput {
  /** The first lines of the message: what the instructor said, and the outcomes of the last actions. */
  lead: readonly string[];
  isFirstTask: boolean;
  isLooping: boolean;
  marker: string;
  today: string;
}

export async function observeHardened(input: HardenedPageInput): Promise<ObservedPage> {
  const { state, report, inspector, mode, isFirstTask, isLooping, marker, today } = input;
  const { observation } = state;
  const elementList = mode === 'text' ? null : await labelListedElements(input);
  const image = elementList === null ? null : await inspector.takeNumberedScreenshot(elementList.byUid);
  const tree = observation.accessibilityTree?.text ?? '';
  const message = buildHardenedObservation(
    {
      lead: [
        ...(isFirstTask ? [`The session marker is ${marker}. Today is ${formatToday(today)}.`] : []),
        ...input.lead,
      ],
      facts: [
        formatScrollPosition(observation.viewport),
        ...(elementList === null ? [] : formatModal(observation.candidates)),
        ...formatTabs(observation),
        ...(elementList !== null && image === null ? [NO_SCREENSHOT_NOTICE] : []),
        ...(isLooping ? [LOOP_WARNING] : []),
      ],
      content: [
        formatPageHeader(observation),
        ...formatNewNotices(observation),
        ...formatPageEvents(observation),
        ...(elementList?.lines ?? tree.split('\n')),
      ],
      image,
      files: await readFiles(findDownloads(report, observation), input, inspector),
    },
    marker,
  );
  return { message, labels: elementList === null ? mapTreeLabels(observation) : mapListLabels(elementList) };
}

async function labelListedElements({ state, inspector, countTokens }: PageInput): Promise<LabelledElements> {
  const { candidates } = state.observation;
  const coveredBy = await inspector.findCovered(candidates.filter(isListed).map(({ uid }) => uid));
  return labelElements(candidates, coveredBy, MAX_LIST_TOKENS, countTokens);
}

async function readFiles(
  fileNames: readonly string[],
  { state, countTokens }: PageInput,
  inspector: Inspector,
): Promise<string[]> {
  const lines: string[] = [];
  for (const fileName of fileNames.slice(0, MAX_FILES_PER_DECISION)) {
    const download = await inspector.readDownload(fileName, getLastInstruction(state));
    lines.push(...formatFileText(fileName, download, countTokens));
  }
  return lines;
}

function formatTabs({ tabs }: Observation): string[] {
  if (tabs.length < 2) return [];
  const tabLines = tabs.map(
    ({ id, url, active }) => `${id}${active ? ' (active)' : ''} ${url.slice(0, 100)}`,
  );
  return [`Tabs: ${JSON.stringify(tabLines.join(', '))}.`];
}
