/** Prints a session's events as text for people, or as one JSON object per line for programs. */
import type { ModelTotals, SessionEvent, Verdict } from '../contract/index.js';
import {
  getColumnCount,
  formatTotals,
  formatEvent,
  type TranscriptOptions,
  wrapText,
} from '../instructor/index.js';
import { stripTerminalControls } from '../text/index.js';

export interface Output {
  onEvent(event: SessionEvent): void;
  onPhase(phase: string): void;
  /** Prints a message that is not recorded. */
  notice(message: string): void;
  /** Prints the verdict, the cost and the path of the demonstration. */
  end(verdict: Verdict, demonstration: string): void;
}

const printToStderr = (message: string): void =>
  void process.stderr.write(`${stripTerminalControls(message)}\n`);

/** Creates the output for `--json`: only the events of `session.jsonl` are printed to standard output. */
export function createJsonOutput(write: (text: string) => void): Output {
  return {
    onEvent: (event) => write(`${JSON.stringify(event)}\n`),
    onPhase: () => undefined,
    notice: printToStderr,
    end: () => undefined,
  };
}

export function supportsColour(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

const VERDICT_LABELS: Record<Verdict['kind'], string> = {
  done: 'Done',
  // The reason already says that a check failed.
  check: '',
  dialogue: 'Dialogue failed',
  guard: 'Refused',
  budget: 'Budget used up',
  stuck: 'Stuck',
  infra: 'Infrastructure error',
  user: 'Interrupted',
  usage: 'Not started',
};

export function createTextOutput(stream: NodeJS.WriteStream, options: TranscriptOptions): Output {
  const showsStatus = Boolean(stream.isTTY) && options.showInstructor;
  const clearStatus = (): void => {
    if (showsStatus) stream.write('\r\u001b[K');
  };
  const print = (text: string): void => void stream.write(`${wrapText(text, getColumnCount(stream))}\n`);
  let model: ModelTotals | undefined;
  let judge: ModelTotals | undefined;
  let turns = 0;
  return {
    onEvent(event) {
      if (event.type === 'end') ({ model, judge, turns } = event);
      const line = formatEvent(event, options);
      if (line === null) return;
      clearStatus();
      print(line);
    },
    onPhase(phase) {
      if (showsStatus) stream.write(`\r\u001b[K- ${phase} (Ctrl-C to stop)`);
    },
    notice(message) {
      clearStatus();
      printToStderr(message);
    },
    end(verdict, demonstration) {
      clearStatus();
      const label = verdict.kind === 'usage' && turns > 0 ? 'Stopped' : VERDICT_LABELS[verdict.kind];
      print(stripTerminalControls(`${label && `${label}: `}${verdict.reason}`));
      if ('next' in verdict && verdict.next) print(stripTerminalControls(verdict.next));
      if (model) print(`Model: ${formatTotals(model)}`);
      if (judge) print(`Judge: ${formatTotals(judge)}`);
      stream.write(`Demonstration: ${demonstration}\n`);
    },
  };
}
