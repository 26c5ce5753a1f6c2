/** `/page`: formats the page as plain text, for people who cannot or do not want to view a screenshot. */
import type { Observation } from '../contract/index.js';

const MAX_ITEMS = 12;

function formatList(title: string, items: readonly string[]): string[] {
  if (!items.length) return [];
  const more = items.length > MAX_ITEMS ? `, and ${items.length - MAX_ITEMS} more` : '';
  return [`${title}: ${items.slice(0, MAX_ITEMS).join(', ')}${more}`];
}

const formatTab = ({ id, url, active }: Observation['tabs'][number]): string =>
  `${id} ${url.slice(0, 60)}${active ? ' (active)' : ''}`;

export function formatPage(observation: Observation): string {
  const { title, url, viewport, text, notices, candidates, dialog, tabs } = observation;
  const named = candidates.filter((c) => c.interactive && (c.name || c.text));
  const label = (c: (typeof named)[number]): string => `“${(c.name || c.text).slice(0, 40)}”`;
  const scrolled =
    viewport.scrollHeight > viewport.height
      ? `, scrolled ${viewport.scrollY} of ${viewport.scrollHeight - viewport.height} pixels`
      : '';
  const focused = candidates.find((c) => c.states.focused);
  const fields = named.filter(
    (c) => c.states.editable || c.role === 'combobox' || c.role === 'checkbox' || c.role === 'radio',
  );
  return [
    `Page: ${title || '(no title)'}${scrolled}`,
    `Address: ${url}`,
    ...(dialog ? [`The page asks: “${dialog.message}” (${dialog.type}); it is waiting for an answer`] : []),
    ...(tabs.length > 1 ? [`Tabs: ${tabs.map(formatTab).join(', ')}`] : []),
    ...notices.map((notice) => `Message: ${notice}`),
    ...formatList(
      'Headings',
      text.filter((block) => block.kind === 'heading').map((block) => `“${block.text.slice(0, 60)}”`),
    ),
    ...formatList(
      'Fields',
      fields.map(
        (c) =>
          `${label(c)}${c.value ? ` = ${c.value.slice(0, 30)}` : ''}${c.states.checked === true ? ' (ticked)' : ''}`,
      ),
    ),
    ...formatList('Buttons', named.filter((c) => c.role === 'button' || c.role === 'tab').map(label)),
    ...formatList('Links', named.filter((c) => c.role === 'link').map(label)),
    ...(focused ? [`Focused: ${label(focused)}`] : []),
  ].join('\n');
}
