/** Maps the recorded tabs to the page variables of a generated spec. */
export class SpecTabs {
  /** Variables of all tabs but the first, whose variable is `page`. */
  readonly variables: string[] = [];
  readonly #byId = new Map<number, string>();
  #current = 'page';

  get current(): string {
    return this.#current;
  }

  /** Adds a tab and makes it the current one. @param id id of the recorded tab. @returns its variable */
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
    const closedPage = id === undefined ? this.#current : (this.#byId.get(id) ?? 'page');
    if (closedPage === this.#current)
      this.#current = [...this.#byId.values()].filter((name) => name !== closedPage).at(-1) ?? 'page';
    for (const [tabId, variable] of this.#byId) if (variable === closedPage) this.#byId.delete(tabId);
    return closedPage;
  }
}
