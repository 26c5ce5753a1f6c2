/** Computes the agreement among people, and between their majority and the judge. Pure. */
import { computeCohenKappa, computeFleissKappa, type Kappa } from '../../measure/index.js';
import type { VerdictValue } from '../protocol/faithful.js';
import type { Vote, VotedTask } from './vote-csv.js';

export interface VotedTaskWithVerdict extends VotedTask {
  /** The judge's verdict; undefined if the task has none. */
  verdict: VerdictValue | undefined;
}

export interface VoteAgreement {
  /** Number of rows in the file. */
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
  /** Number of tasks that both, only the people, only the judge, or neither consider successful. */
  table: { both: number; peopleOnly: number; judgeOnly: number; neither: number };
}

export function computeAgreement(tasks: readonly VotedTaskWithVerdict[]): VoteAgreement {
  const completeVotes = tasks.flatMap(({ votes }) => {
    const givenVotes = votes.filter((vote) => vote !== null);
    return givenVotes.length === votes.length ? [givenVotes] : [];
  });
  const decidedTasks = tasks.flatMap(({ votes, verdict }) => {
    const majority = findMajority(votes);
    return majority === null ? [] : [{ majority, verdict }];
  });
  const pairs = decidedTasks.flatMap(({ majority, verdict }): [Vote, Vote][] =>
    verdict === 1 || verdict === 0 ? [[majority, verdict]] : [],
  );
  const countPairs = (people: Vote, judge: Vote): number =>
    pairs.filter(([peopleVote, judgeVote]) => peopleVote === people && judgeVote === judge).length;
  return {
    tasks: tasks.length,
    people: computeFleissKappa(completeVotes),
    incomplete: tasks.length - completeVotes.length,
    undecided: tasks.length - decidedTasks.length,
    judge: computeCohenKappa(pairs),
    unknown: decidedTasks.filter(({ verdict }) => verdict === null).length,
    missing: decidedTasks.filter(({ verdict }) => verdict === undefined).length,
    peopleRate:
      decidedTasks.length === 0
        ? null
        : decidedTasks.filter(({ majority }) => majority === 1).length / decidedTasks.length,
    table: {
      both: countPairs(1, 1),
      peopleOnly: countPairs(1, 0),
      judgeOnly: countPairs(0, 1),
      neither: countPairs(0, 0),
    },
  };
}

function findMajority(votes: readonly (Vote | null)[]): Vote | null {
  const successCount = votes.filter((vote) => vote === 1).length;
  const failureCount = votes.filter((vote) => vote === 0).length;
  if (successCount === failureCount) return null;
  return successCount > failureCount ? 1 : 0;
}
