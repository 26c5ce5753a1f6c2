/** Agreement among people, and between their majority and the judge. Pure. */
import { computeCohenKappa, computeFleissKappa, type Kappa } from '../../measure/index.js';
import type { VerdictValue } from '../protocol/faithful.js';
import type { Vote, VotedTask } from './sheet.js';

export interface VotedVerdict extends VotedTask {
  /** The judge's verdict; undefined if the task has none. */
  verdict: VerdictValue | undefined;
}

export interface VoteAgreement {
  /** Number of rows in the sheet. */
  tasks: number;
  /** Agreement among people, for tasks with all three votes. */
  people: Kappa;
  incomplete: number;
  /** Number of tasks with a tie or without votes; they are not compared with the judge. */
  undecided: number;
  /** Agreement between the majority vote and the judge's verdict, without unknown verdicts. */
  judge: Kappa;
  /** Number of tasks with a majority whose verdict is unknown or missing. */
  unknown: number;
  missing: number;
  /** Success rate by majority vote; null if no task has a majority. */
  peopleRate: number | null;
  /** Number of tasks by who voted for success: both, only the people, only the judge, neither. */
  table: { both: number; peopleOnly: number; judgeOnly: number; neither: number };
}

export function computeAgreement(tasks: readonly VotedVerdict[]): VoteAgreement {
  const complete = tasks.flatMap(({ votes }) => {
    const givenVotes = votes.filter((vote) => vote !== null);
    return givenVotes.length === votes.length ? [givenVotes] : [];
  });
  const decided = tasks.flatMap(({ votes, verdict }) => {
    const majority = findMajority(votes);
    return majority === null ? [] : [{ majority, verdict }];
  });
  const pairs = decided.flatMap(({ majority, verdict }): [Vote, Vote][] =>
    verdict === 1 || verdict === 0 ? [[majority, verdict]] : [],
  );
  const count = (people: Vote, judge: Vote): number =>
    pairs.filter(([first, second]) => first === people && second === judge).length;
  return {
    tasks: tasks.length,
    people: computeFleissKappa(complete),
    incomplete: tasks.length - complete.length,
    undecided: tasks.length - decided.length,
    judge: computeCohenKappa(pairs),
    unknown: decided.filter(({ verdict }) => verdict === null).length,
    missing: decided.filter(({ verdict }) => verdict === undefined).length,
    peopleRate:
      decided.length === 0 ? null : decided.filter(({ majority }) => majority === 1).length / decided.length,
    table: {
      both: count(1, 1),
      peopleOnly: count(1, 0),
      judgeOnly: count(0, 1),
      neither: count(0, 0),
    },
  };
}

function findMajority(votes: readonly (Vote | null)[]): Vote | null {
  const success = votes.filter((vote) => vote === 1).length;
  const failure = votes.filter((vote) => vote === 0).length;
  if (success === failure) return null;
  return success > failure ? 1 : 0;
}
