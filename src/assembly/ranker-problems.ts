/** Reports ranker problems as notes in the record, and on stderr if nobody would see the note. */
export interface RankerProblemOutput {
  /** Writes a note into the record and shows it where events are shown. */
  note(text: string): void;
  /** Standard error. */
  write(text: string): void;
  /** Whether events are shown to a person at a terminal. */
  eventsVisible: boolean;
}

/** @returns `report`, and `close` to be called when the record is complete */
export function createRankerProblemReporter({
  note,
  write: writeError,
  eventsVisible,
}: RankerProblemOutput): {
  report(problem: Error): void;
  close(): void;
} {
  let recordOpen = true;
  return {
    report({ message }) {
      if (!recordOpen || !eventsVisible) writeError(`${message}\n`);
      if (recordOpen) note(message);
    },
    close: () => {
      recordOpen = false;
    },
  };
}
