/** Reports ranker problems as notes in the record, and on stderr when nobody would see the note. */
export interface RankerProblemOutput {
  /** Writes a note into the record and shows it where events are shown. */
  note(text: string): void;
  /** Standard error. */
  write(text: string): void;
  /** Events are shown to a person on a terminal. */
  shown: boolean;
}

/** @returns `report`, and `close` to be called when the record is complete */
export function createRankerProblemReporter({ note, write, shown }: RankerProblemOutput): {
  report(problem: Error): void;
  close(): void;
} {
  let open = true;
  return {
    report({ message }) {
      if (!open || !shown) write(`${message}\n`);
      if (open) note(message);
    },
    close: () => {
      open = false;
    },
  };
}
