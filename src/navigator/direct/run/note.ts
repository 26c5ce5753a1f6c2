/** A value about a step that is kept from one decision to the next. Only code that has the `Note` can read it. */

interface NoteHolder {
  notes: Map<object, unknown>;
}

export class Note<T> {
  get(run: NoteHolder): T | undefined {
    return run.notes.get(this) as T | undefined;
  }

  has(run: NoteHolder): boolean {
    return run.notes.has(this);
  }

  set(run: NoteHolder, value: T): void {
    run.notes.set(this, value);
  }

  delete(run: NoteHolder): void {
    run.notes.delete(this);
  }
}
