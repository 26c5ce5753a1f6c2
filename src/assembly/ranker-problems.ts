/** Reports ranker problems as notes in the session record, and on standard error if nobody would see the note. */
export interface RankerProblemOutput {
  /** Records a note, which is also shown wherever events are shown. */
  note(text: string): void;
  /** Writes to standard error. */
  write(text: string): void;
  /** Whether events are shown to a person at a terminal. */
  areEventsVisible: boolean;
}

/** @returns `report`, which reports a problem, and `close`, which must be called when the record is complete */
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
