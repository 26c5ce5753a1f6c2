/** The tabs of a generated spec: which variable holds the page of each. */
export class SpecTabs {
  /** Variables of further tabs; the first one is `page`. */
  readonly variables: string[] = [];
  readonly #byId = new Map<number, string>();
  #current = 'page';

  get current(): string {
    return this.#current;
  }

  /** A new tab, which becomes the current one. @param id of the recorded tab */
  open(id: number): string {
    const variable = `page${this.variables.length + 2}`;
    this.variables.push(variable);
    this.#byId.set(id, variable);
    this.#current = variable;
    return variable;
  }

  switchTo(id: number): void {
    this.#current = this.#byId.get(id) ?? 'page';
  }

  /** @param id undefined for the current tab. @returns its variable */
  close(id: number | undefined): string {
    const closed = id === undefined ? this.#current : (this.#byId.get(id) ?? 'page');
    if (closed === this.#current)
      this.#current = [...this.#byId.values()].filter((one) => one !== closed).at(-1) ?? 'page';
    for (const [known, variable] of this.#byId) if (variable === closed) this.#byId.delete(known);
    return closed;
  }
}
