/** VoteAgreement among people, and between their majority and the judge. Pure. */
import { cohenKappa, fleissKappa, type Kappa } from '../../measure/index.js';
import type { VerdictValue } from '../protocol/faithful.js';
import type { Vote, VotedTask } from './sheet.js';

export interface VotedVerdict extends VotedTask {
  /** The judge's verdict; undefined if the task has none. */
  verdict: VerdictValue | undefined;
}

export interface VoteAgreement {
  /** Rows of the sheet. */
  tasks: number;
  /** Among people: only tasks with all three votes. */
  people: Kappa;
  incomplete: number;
  /** Tasks in which as many people said success as failure, or nobody voted; not compared with the judge. */
  undecided: number;
  /** The majority of the votes against the judge's verdict, without unknown verdicts. */
  judge: Kappa;
  /** Tasks with a majority for which the judge's verdict is unknown, or that have no verdict. */
  unknown: number;
  missing: number;
  /** Success in the eyes of the people, of the tasks with a majority; null without any. */
  peopleRate: number | null;
  /** Both say success, only the people, only the judge, neither. */
  table: { both: number; peopleOnly: number; judgeOnly: number; neither: number };
}

export function computeAgreement(tasks: readonly VotedVerdict[]): VoteAgreement {
  const complete = tasks.flatMap(({ votes }) => {
    const given = votes.filter((vote) => vote !== null);
    return given.length === votes.length ? [given] : [];
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
    people: fleissKappa(complete),
    incomplete: tasks.length - complete.length,
    undecided: tasks.length - decided.length,
    judge: cohenKappa(pairs),
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
