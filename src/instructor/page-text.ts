/** `/page`: formats the page as plain text, for people who cannot or do not want to view a screenshot. */
import type { Observation } from '../contract/index.js';

const MAX_ITEMS = 12;

function formatList(title: string, items: readonly string[]): string[] {
  if (!items.length) return [];
  const omittedNote = items.length > MAX_ITEMS ? `, and ${items.length - MAX_ITEMS} more` : '';
  return [`${title}: ${items.slice(0, MAX_ITEMS).join(', ')}${omittedNote}`];
}

const formatTab = ({ id, url, active }: Observation['tabs'][number]): string =>
  `${id} ${url.slice(0, 60)}${active ? ' (active)' : ''}`;

export function formatPage(observation: Observation): string {
  const { title, url, viewport, text, notices, candidates, dialog, tabs } = observation;
  const controls = candidates.filter(
    (candidate) => candidate.interactive && (candidate.name || candidate.text),
  );
  const formatLabel = (candidate: (typeof controls)[number]): string =>
    `“${(candidate.name || candidate.text).slice(0, 40)}”`;
  const scrollPosition =
    viewport.scrollHeight > viewport.height
      ? `, scrolled ${viewport.scrollY} of ${viewport.scrollHeight - viewport.height} pixels`
      : '';
  const focusedElement = candidates.find((candidate) => candidate.states.focused);
  const fields = controls.filter(
    (candidate) =>
      candidate.states.editable ||
      candidate.role === 'combobox' ||
      candidate.role === 'checkbox' ||
      candidate.role === 'radio',
  );
  return [
    `Page: ${title || '(no title)'}${scrollPosition}`,
    `Address: ${url}`,
    ...(dialog ? [`The page asks: “${dialog.message}” (${dialog.type}) and is waiting for an answer`] : []),
    ...(tabs.length > 1 ? [`Tabs: ${tabs.map(formatTab).join(', ')}`] : []),
    ...notices.map((notice) => `Message: ${notice}`),
    ...formatList(
      'Headings',
      text.filter((block) => block.kind === 'heading').map((block) => `“${block.text.slice(0, 60)}”`),
    ),
    ...formatList(
      'Fields',
      fields.map(
        (candidate) =>
          `${formatLabel(candidate)}${candidate.value ? ` = ${candidate.value.slice(0, 30)}` : ''}${candidate.states.checked === true ? ' (ticked)' : ''}`,
      ),
    ),
    ...formatList(
      'Buttons',
      controls
        .filter((candidate) => candidate.role === 'button' || candidate.role === 'tab')
        .map(formatLabel),
    ),
    ...formatList('Links', controls.filter((candidate) => candidate.role === 'link').map(formatLabel)),
    ...(focusedElement ? [`Focused: ${formatLabel(focusedElement)}`] : []),
  ].join('\n');
}
