/** Formats times of day in the format that a field expects. No side effects. */

/** Formats `14:30` as `2:30 PM` if one of the field's hints uses AM/PM. Otherwise returns the text unchanged. */
export function formatTime(time: string, minutes: number, hints: readonly string[]): string {
  const amPmHint = hints.find((hint) =>
    /\b\d?\dh?:?\d*\s*[ap]\.?m\b|h{1,2}[:.]mm\s*(a|am|aa|tt|\(?am\/pm)/i.test(hint),
  );
  if (!amPmHint) return time;
  const hours = Math.floor(minutes / 60);
  const amPm = hours < 12 ? 'AM' : 'PM';
  const hour12 = hours % 12 === 0 ? 12 : hours % 12;
  const formattedHour = /hh[:.]|\b0\d:/i.test(amPmHint) ? String(hour12).padStart(2, '0') : String(hour12);
  return `${formattedHour}:${String(minutes % 60).padStart(2, '0')} ${amPm}`;
}
