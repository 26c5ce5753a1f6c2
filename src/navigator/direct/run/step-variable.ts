/**
 * A variable of a step, kept from one decision to the next. Only code that has the `StepVariable` can read its value.
 */

interface VariableHolder {
  variables: Map<object, unknown>;
}

export class StepVariable<T> {
  get(run: VariableHolder): T | undefined {
    return run.variables.get(this) as T | undefined;
  }

  has(run: VariableHolder): boolean {
    return run.variables.has(this);
  }

  set(run: VariableHolder, value: T): void {
    run.variables.set(this, value);
  }

  delete(run: VariableHolder): void {
    run.variables.delete(this);
  }
}
