/** Data: how pages label what "when", "where" and "who from" ask of the thing that a page shows. */
export const SUBJECT_LABELS = {
  when: 'when date time day hours start starts begins begin date and time',
  where: 'where location place venue address room',
  who: 'from sender author by written by sent by',
} as const;
