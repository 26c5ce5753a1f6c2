/** A form as the reader of lines sees it: its fields, their names, and the values that they accept. Types only. */
import type { Candidate } from '../../../contract/index.js';

export type FieldKind = 'text' | 'number' | 'date' | 'time' | 'email' | 'list' | 'tick';

export interface FormField {
  /** Index in the form. */
  index: number;
  kind: FieldKind;
  /** The field's names, each split into words; “Who paid?” is ["who", "paid"]. */
  names: readonly (readonly string[])[];
  /** Whether the field takes the new entry's name: “Title”, “Summary”, or the first text field. */
  isMain: boolean;
  isEmpty: boolean;
  /** Whether the field is a single radio button, which is chosen by its name alone. */
  isRadio: boolean;
  /** Stands for the fields of a form that is not open yet. Any words may name it. */
  isPlaceholder?: true;
  /** Indexes of the fields that this one stands for: Day, Month and Year. */
  parts?: readonly number[];
  /** Returns the controls to set and their values; null if the field does not accept the value. */
  toAcceptedValue(value: string): readonly Setting[] | null;
  /** Returns what to set if a named field does not accept the value, so that setting it reports why; null for free text. */
  toRefusedValue(value: string): readonly Setting[] | null;
  /** Returns what to set to leave the field without a value; null if that is impossible. */
  toEmpty(): readonly Setting[] | null;
  /** Whether the field is a list with exactly this option. */
  hasOption(value: string): boolean;
  /** Whether the field is a list with only one option that contains these words. */
  hasOptionWith(words: string): boolean;
}

/** A control to set, named by its label or by that of the chosen option, and its value. */
export interface Setting {
  uid: string;
  label: string;
  value: string;
}

export interface FormModel {
  form: Candidate | null;
  fields: readonly FormField[];
  buttons: readonly Candidate[];
  /** Stems of the words that say what the form is about. */
  topicStems: ReadonlySet<string>;
}
