/** Where a session's ranker tells its troubles: in the record as a note, and where nobody would read that. */
export interface Told {
  /** Writes a note into the record and shows it where events are shown. */
  note(text: string): void;
  /** Standard error. */
  write(text: string): void;
  /** Events are shown to a person on a terminal. */
  shown: boolean;
}

/** @returns `tell`, and `close` for when the record is complete */
export function rankerNotes({ note, write, shown }: Told): { tell(problem: Error): void; close(): void } {
  let open = true;
  return {
    tell({ message }) {
      if (!open || !shown) write(`${message}\n`);
      if (open) note(message);
    },
    close: () => {
      open = false;
    },
  };
}
