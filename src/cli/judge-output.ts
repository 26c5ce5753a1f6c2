/**
 * Prints the progress and the result of `parley judge`: a line per task on standard error, the table on standard
 * output.
 */
import { formatTotals } from '../instructor/index.js';
import type { ScoredTask } from '../judge/index.js';
import { computeWilsonInterval } from '../measure/index.js';
import { stripTerminalControls } from '../text/index.js';
import { formatRate, formatSummary, formatVerdict, type JudgeSummary } from './judge-text.js';

export interface JudgeOutput {
  onTask(judged: ScoredTask): void;
  notice(sentence: string): void;
  summary(summary: JudgeSummary): void;
}

/** With `json`, prints one object per task and a summary to standard output. */
export function createJudgeOutput(json: boolean, total: number): JudgeOutput {
  const counts = { done: 0, counted: 0, success: 0, earlier: 0 };
  const spent = { calls: 0, promptTokens: 0, answerTokens: 0, cost: 0 as number | null };
  const notice = (sentence: string): void =>
    void process.stderr.write(`${stripTerminalControls(sentence)}\n`);
  const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    notice,
    onTask(judged) {
      const { record, isNew, task, failure, reference } = judged;
      counts.done += 1;
      if (record && record.status !== 'run-error') {
        counts.counted += 1;
        counts.success += record.verdict === 1 ? 1 : 0;
      }
      if (record && !isNew) counts.earlier += 1;
      if (record?.model && isNew) {
        spent.calls += 1;
        spent.promptTokens += record.tokens.prompt;
        spent.answerTokens += record.tokens.answer;
        spent.cost = record.usd === null || spent.cost === null ? null : spent.cost + record.usd;
      }
      const { counted: tasks, success } = counts;
      const rate = tasks === 0 ? null : success / tasks;
      const share = formatRate({ success, tasks, rate, interval: computeWilsonInterval(rate ?? 0, tasks) });
      notice(
        `${counts.done}/${total} ${task.id}: ${formatVerdict(judged).replace(/\.$/, '')}${isNew || !record ? '' : ' (judged before)'}. Success so far: ${share}`,
      );
      if (json)
        print(
          record
            ? { type: 'task', folder: task.folder, new: isNew, ...record, reference }
            : {
                type: 'task',
                folder: task.folder,
                id: task.id,
                site: task.site,
                status: 'judge-error',
                trouble: failure,
                reference,
              },
        );
    },
    summary(summary) {
      const model = { ...spent, cachedTokens: 0, recorded: 0 };
      if (json) print({ type: 'summary', ...summary, model });
      else process.stdout.write(`${stripTerminalControls(formatSummary(summary))}\n`);
      if (counts.earlier > 0)
        notice(`${counts.earlier} of ${counts.done} were judged before; --again judges them again.`);
      if (spent.calls > 0) notice(`Model: ${formatTotals(model)}`);
    },
  };
}
