/** `/why`: explains one of the navigator's decisions from the evidence recorded with it. */
import { formatAction } from '../action/index.js';
import type { Evidence, ModelUsage, SessionEvent, StackEvent } from '../contract/index.js';
import { formatUsage } from './spending.js';
import { stripTerminalControls } from '../text/index.js';

type NavigatorEvent = Extract<SessionEvent, { type: 'action' | 'say' }>;

interface RecordedDecision {
  evidence: Evidence;
  /** The decision's actions and utterances, in order. */
  events: NavigatorEvent[];
}

/** Limits memory in long sessions; `session.jsonl` has older decisions. */
const MAX_DECISIONS = 100;
const MAX_RANKED_ELEMENTS = 5;
const MAX_NAME_LENGTH = 80;
const MAX_ANSWER_LENGTH = 4000;

export interface DecisionHistory {
  record(event: SessionEvent): void;
  /** @param nthLast 1 for the last decision, 2 for the one before */
  explain(nthLast: number): string;
}

export function createDecisionHistory(): DecisionHistory {
  const decisions: RecordedDecision[] = [];
  let decisionCount = 0;
  return {
    record(event) {
      if (event.type !== 'action' && !(event.type === 'say' && event.speaker === 'navigator')) return;
      // Only the first event of a decision has the evidence.
      if (!event.evidence) {
        decisions.at(-1)?.events.push(event);
        return;
      }
      decisions.push({ evidence: event.evidence, events: [event] });
      decisionCount += 1;
      if (decisions.length > MAX_DECISIONS) decisions.shift();
    },
    explain(nthLast) {
      if (decisionCount === 0) return 'The navigator has not decided anything yet.';
      const decision = decisions.at(-nthLast);
      if (!decision)
        return nthLast > decisionCount
          ? `There are only ${decisionCount} decisions so far; /why ${decisionCount} shows the first.`
          : `Only the last ${MAX_DECISIONS} decisions are available here; session.jsonl in the demonstration folder has all of them.`;
      const evidenceLines = formatEvidence(decision);
      const title = `Decision ${decisionCount - nthLast + 1} of ${decisionCount}, turn ${decision.events[0]!.turn}`;
      return stripTerminalControls(
        [
          `${title}: ${decision.events.map(formatNavigatorEvent).join('; ')}`,
          ...(evidenceLines.length ? evidenceLines : [formatNoEvidence(nthLast, decisionCount)]),
        ].join('\n'),
      );
    },
  };
}

const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function truncate(text: string, maxLength: number): string {
  const codePoints = Array.from(toOneLine(text).slice(0, maxLength * 2));
  return codePoints.length <= maxLength
    ? codePoints.join('')
    : `${codePoints.slice(0, maxLength - 1).join('')}…`;
}

function formatNavigatorEvent(event: NavigatorEvent): string {
  return event.type === 'action'
    ? toOneLine(formatAction(event.action, event.target, event.drop))
    : `${event.kind === 'ask' ? 'ask' : 'say'} ${truncate(event.text, MAX_NAME_LENGTH)}`;
}

/** For a decision without evidence, such as a report on earlier actions. */
function formatNoEvidence(nthLast: number, decisionCount: number): string {
  return `No evidence was recorded for this decision.${nthLast < decisionCount ? ` Type /why ${nthLast + 1} for the decision before it.` : ''}`;
}

function formatEvidence({ evidence, events }: RecordedDecision): string[] {
  const { step, query, note, model } = evidence;
  const formatLabelled = (name: string, text: string | undefined): string[] =>
    text ? [`${name}: ${toOneLine(text)}`] : [];
  return [
    ...formatLabelled('Step', step),
    ...formatLabelled('Query', query),
    ...formatRankedElements(evidence, events),
    ...formatLabelled('Note', note),
    ...formatStack(evidence),
    ...(model ? formatModel(model) : []),
  ];
}

const STACK_VERBS: Readonly<Record<StackEvent['kind'], string>> = {
  act: 'acts',
  push: 'calls',
  pop: 'returns',
  'format-error': 'gave an unusable reply',
  refused: 'was refused',
};

/** Formats the policy stack's events, indented by depth: `  find calls: sub [x]`. */
function formatStack({ stack }: Evidence): string[] {
  if (!stack?.length) return [];
  return ['Stack:', ...stack.map(formatStackEvent)];
}

function formatStackEvent({ kind, policy, depth, action, votes, error }: StackEvent): string {
  const voteCounts = votes
    ? ` (votes: ${Object.entries(votes)
        .map(([votedAction, count]) => `${count} × ${truncate(votedAction, MAX_NAME_LENGTH)}`)
        .join(', ')})`
    : '';
  const reason = error === undefined ? '' : ` — ${toOneLine(error)}`;
  const actionText = action === '' ? 'a reply without an action' : truncate(action, MAX_NAME_LENGTH * 2);
  return `${'  '.repeat(depth + 1)}${policy} ${STACK_VERBS[kind]}: ${actionText}${voteCounts}${reason}`;
}

function formatRankedElements({ ranked, ranking }: Evidence, events: readonly NavigatorEvent[]): string[] {
  if (!ranked?.length) return [];
  const chosenUids = new Set(
    events.flatMap((event) => (event.type === 'action' && event.target ? [event.target.uid] : [])),
  );
  const coverage = ranking
    ? ` of ${ranking.total} ${ranking.total === 1 ? 'element' : 'elements'}, ${ranking.scored} compared by meaning`
    : '';
  const partialNote = ranking?.partial ? '; there was no time to compare the rest' : '';
  const rows = ranked
    .map((element, index) => ({ ...element, index, isChosen: chosenUids.has(element.uid) }))
    .filter(({ index, isChosen }) => index < MAX_RANKED_ELEMENTS || isChosen)
    .map(
      ({ index, score, name, isChosen }) =>
        `  ${index + 1}. ${score.toFixed(3)} ${name ? `“${truncate(name, MAX_NAME_LENGTH)}”` : '(no name)'}${isChosen ? ' (chosen)' : ''}`,
    );
  const notRankedNotes =
    chosenUids.size > 0 && !ranked.some(({ uid }) => chosenUids.has(uid))
      ? ['  The chosen element is not among them.']
      : [];
  return [`Ranked: the best${coverage || ' elements'}${partialNote}`, ...rows, ...notRankedNotes];
}

function formatModel(model: ModelUsage): string[] {
  const { name, promptShape, lookups = [], repairs = [], rawAnswer } = model;
  const answer = rawAnswer.trim();
  const omittedCharCount = answer.length - MAX_ANSWER_LENGTH;
  return [
    `Model: ${name}, ${formatUsage(model)}`,
    ...(promptShape ? [`Prompt shape: ${toOneLine(promptShape)}`] : []),
    ...(lookups.length ? [`Looked up: ${lookups.map(toOneLine).join('; ')}`] : []),
    ...repairs.map((repair) => `Repaired: ${toOneLine(repair)}`),
    ...(answer === '' ? [] : [`Answer: ${answer.slice(0, MAX_ANSWER_LENGTH)}`]),
    ...(omittedCharCount > 0
      ? [`(${omittedCharCount} more characters of the answer are in session.jsonl)`]
      : []),
  ];
}
