/** Where a session's events go: lines for people, or one JSON object a line for programs. */
import type { ModelTotals, SessionEvent, Verdict } from '../contract/index.js';
import { plainText, totalsText, transcriptLine, type TranscriptOptions } from '../instructor/index.js';

export interface Output {
  onEvent(event: SessionEvent): void;
  onPhase(phase: string): void;
  /** For whoever waits, and not for the record. */
  aside(sentence: string): void;
  /** The last words: how it ended, what it cost and where the record lies. */
  end(verdict: Verdict, demonstration: string): void;
}

const toStderr = (sentence: string): void => void process.stderr.write(`${plainText(sentence)}\n`);

/** With `--json` standard output carries the events of `session.jsonl` and nothing else. */
export function jsonOutput(write: (text: string) => void): Output {
  return {
    onEvent: (event) => write(`${JSON.stringify(event)}\n`),
    onPhase: () => undefined,
    aside: toStderr,
    end: () => undefined,
  };
}

export function colourFor(stream: NodeJS.WriteStream): boolean {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

const WORDS: Record<Verdict['kind'], string> = {
  done: 'Done',
  // Its reason says itself that a check failed.
  check: '',
  dialogue: 'Dialogue failed',
  guard: 'Refused',
  budget: 'Budget used up',
  stuck: 'Stuck',
  infra: 'Could not go on',
  user: 'Interrupted',
  usage: 'Not started',
};

export function textOutput(stream: NodeJS.WriteStream, options: TranscriptOptions): Output {
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
    aside(sentence) {
      clear();
      toStderr(sentence);
    },
    end(verdict, demonstration) {
      clear();
      const words = WORDS[verdict.kind];
      stream.write(`${words && `${words}: `}${verdict.reason}\n`);
      if ('next' in verdict && verdict.next) stream.write(`${verdict.next}\n`);
      if (model) stream.write(`Model: ${totalsText(model)}\n`);
      stream.write(`Demonstration: ${demonstration}\n`);
    },
  };
}
