/** Prints a session's events as text for people, or as one JSON object per line for programs. */
import type { ModelTotals, SessionEvent, Verdict } from '../contract/index.js';
import { plainText, totalsText, transcriptLine, type TranscriptOptions } from '../instructor/index.js';

export interface Output {
  onEvent(event: SessionEvent): void;
  onPhase(phase: string): void;
  /** A message for the user that is not recorded. */
  notice(sentence: string): void;
  /** Prints the verdict, the cost and the path of the demonstration. */
  end(verdict: Verdict, demonstration: string): void;
}

const printToStderr = (sentence: string): void => void process.stderr.write(`${plainText(sentence)}\n`);

/** With `--json`, standard output carries the events of `session.jsonl` and nothing else. */
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
  const status = Boolean(stream.isTTY) && options.showInstructor;
  const clear = (): void => {
    if (status) stream.write('\r\u001b[K');
  };
  let model: ModelTotals | undefined;
  return {
    onEvent(event) {
      if (event.type === 'end') ({ model } = event);
      const line = transcriptLine(event, options);
      if (line === null) return;
      clear();
      stream.write(`${line}\n`);
    },
    onPhase(phase) {
      if (status) stream.write(`\r\u001b[K- ${phase} (Ctrl-C to stop)`);
    },
    notice(sentence) {
      clear();
      printToStderr(sentence);
    },
    end(verdict, demonstration) {
      clear();
      const words = VERDICT_LABELS[verdict.kind];
      stream.write(`${words && `${words}: `}${verdict.reason}\n`);
      if ('next' in verdict && verdict.next) stream.write(`${verdict.next}\n`);
      if (model) stream.write(`Model: ${totalsText(model)}\n`);
      stream.write(`Demonstration: ${demonstration}\n`);
    },
  };
}
