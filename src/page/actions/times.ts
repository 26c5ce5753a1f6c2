/** Times of day in the form that a field asks for. Pure. */

/** `14:30` as `2:30 PM` where the hints of a field write times so; otherwise as it was given. */
export function writeTime(given: string, minutes: number, hints: readonly string[]): string {
  const halves = hints.find((hint) =>
    /\b\d?\dh?:?\d*\s*[ap]\.?m\b|h{1,2}[:.]mm\s*(a|am|aa|tt|\(?am\/pm)/i.test(hint),
  );
  if (!halves) return given;
  const hours = Math.floor(minutes / 60);
  const half = hours < 12 ? 'AM' : 'PM';
  const shown = hours % 12 === 0 ? 12 : hours % 12;
  const padded = /hh[:.]|\b0\d:/i.test(halves) ? String(shown).padStart(2, '0') : String(shown);
  return `${padded}:${String(minutes % 60).padStart(2, '0')} ${half}`;
}
