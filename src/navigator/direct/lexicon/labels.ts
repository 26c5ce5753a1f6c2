/** Data: labels that pages use for the answers to "when", "where" and "who from". */
export const SUBJECT_LABELS = {
  when: 'when date time day hours start starts begins begin date and time',
  where: 'where location place venue address room',
  who: 'from sender author by written by sent by',
} as const;
