/** Reports ranker problems as notes in the record, and on standard error if nobody would see the note. */
export interface RankerProblemOutput {
  /** Writes a note into the record and shows it where events are shown. */
  note(text: string): void;
  /** Standard error. */
  write(text: string): void;
  /** Whether events are shown to a person at a terminal. */
  areEventsVisible: boolean;
}

/** @returns `report`, and `close` to be called when the record is complete */
export function createRankerProblemReporter({
  note,
  write: writeError,
  areEventsVisible,
}: RankerProblemOutput): {
  report(problem: Error): void;
  close(): void;
} {
  let isRecordOpen = true;
  return {
    report({ message }) {
      if (!isRecordOpen || !areEventsVisible) writeError(`${message}\n`);
      if (isRecordOpen) note(message);
    },
    close: () => {
      isRecordOpen = false;
    },
  };
}
