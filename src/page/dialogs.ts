/** JavaScript dialogs: what acts and waits must know of them. */
export interface DialogWatch {
  /** A dialog is open: the page stands still, and nothing that asks it for anything would come back. */
  readonly open: boolean;
  /** Resolves when one opens; at once when one is open. Never rejects. */
  opened(): Promise<void>;
}
