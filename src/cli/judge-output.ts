/**
 * Prints the progress and the result of `parley judge`: one line per task on standard error, and the table on
 * standard output.
 */
import { formatTotals } from '../instructor/index.js';
import type { ScoredTask } from '../judge/index.js';
import { computeWilsonInterval } from '../measure/index.js';
import { stripTerminalControls } from '../text/index.js';
import { formatRate, formatSummary, formatVerdict, type JudgeSummary } from './judge-text.js';

export interface JudgeOutput {
  onTask(scoredTask: ScoredTask): void;
  notice(message: string): void;
  summary(summary: JudgeSummary): void;
}

/** @param json whether to print one JSON object per task and a summary to standard output */
export function createJudgeOutput(json: boolean, total: number): JudgeOutput {
  const counts = { done: 0, counted: 0, success: 0, earlier: 0 };
  const modelUsage = { calls: 0, promptTokens: 0, answerTokens: 0, cost: 0 as number | null };
  const notice = (message: string): void => void process.stderr.write(`${stripTerminalControls(message)}\n`);
  const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    notice,
    onTask(scoredTask) {
      const { record, isNew, task, failure, reference } = scoredTask;
      counts.done += 1;
      if (record && record.status !== 'run-error') {
        counts.counted += 1;
        counts.success += record.verdict === 1 ? 1 : 0;
      }
      if (record && !isNew) counts.earlier += 1;
      if (record?.model && isNew) {
        modelUsage.calls += 1;
        modelUsage.promptTokens += record.tokens.prompt;
        modelUsage.answerTokens += record.tokens.answer;
        modelUsage.cost =
          record.usd === null || modelUsage.cost === null ? null : modelUsage.cost + record.usd;
      }
      const { counted: tasks, success } = counts;
      const rate = tasks === 0 ? null : success / tasks;
      const share = formatRate({ success, tasks, rate, interval: computeWilsonInterval(rate ?? 0, tasks) });
      notice(
        `${counts.done}/${total} ${task.id}: ${formatVerdict(scoredTask).replace(/\.$/, '')}${isNew || !record ? '' : ' (judged before)'}. Success so far: ${share}`,
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
      const model = { ...modelUsage, cachedTokens: 0, recorded: 0 };
      if (json) print({ type: 'summary', ...summary, model });
      else process.stdout.write(`${stripTerminalControls(formatSummary(summary))}\n`);
      if (counts.earlier > 0)
        notice(`${counts.earlier} of ${counts.done} were judged before; --again judges them again.`);
      if (modelUsage.calls > 0) notice(`Model: ${formatTotals(model)}`);
    },
  };
}
