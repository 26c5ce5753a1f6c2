/** Word list of one language. */
export interface Lexicon {
  /** English verbs and their forms in the language, separated by `|`. Verbs move to the front: "Konto löschen". */
  verbs: Readonly<Record<string, string>>;
  /** Other English words and phrases and their forms in the language. */
  words: Readonly<Record<string, string>>;
}
