import { expect, test } from '@playwright/test';

import { maskRecord } from '../../src/report/mask.js';
import { createRedactor } from '../../src/secrets/index.js';
import { createActionEvent, toEvents } from './report-data.js';

test('secrets are masked, and enum values keep their meaning', () => {
  const redactor = createRedactor();
  redactor.add('WORD', 'click');
  redactor.add('KEY', 'submit');
  const [event] = toEvents([
    createActionEvent(0, {
      page: { url: 'http://x/?q=click', title: 'click', html: null, screenshot: null },
    }),
  ]);
  const masked = maskRecord(event!, redactor);
  expect(masked).toMatchObject({
    action: { intent: 'click' },
    page: { url: 'http://x/?q=<WORD>', title: '<WORD>' },
    target: { attributes: { type: '<KEY>' }, role: 'button' },
  });
  expect(maskRecord(event!, createRedactor())).toBe(event);
});
