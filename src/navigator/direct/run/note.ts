/** What a file remembers about a step from one decision to the next. Other files cannot see it. */

interface Noted {
  notes: Map<object, unknown>;
}

export class Note<T> {
  get(run: Noted): T | undefined {
    return run.notes.get(this) as T | undefined;
  }

  has(run: Noted): boolean {
    return run.notes.has(this);
  }

  set(run: Noted, value: T): void {
    run.notes.set(this, value);
  }

  delete(run: Noted): void {
    run.notes.delete(this);
  }
}
