import { expect, test } from '@playwright/test';

import { escapeHtml, html, toTrustedMarkup } from '../../src/report/html.js';

test('the template escapes text and keeps markup', () => {
  const bold = html`<b>${'a < b & "c" \'d\''}</b>`;
  expect(bold.source).toBe('<b>a &lt; b &amp; &quot;c&quot; &#39;d&#39;</b>');
  expect(html`<p>${bold}${[bold, '>']}${null}${false}${undefined}${0}</p>`.source).toBe(
    `<p>${bold.source}${bold.source}&gt;0</p>`,
  );
  expect(html`${toTrustedMarkup('<hr>')}`.source).toBe('<hr>');
});

test('control characters and bidi overrides become visible; bidi marks and line breaks are kept', () => {
  expect(escapeHtml('a\u0000b\u001bc\u009bd')).toBe('a\ufffdb\ufffdc\ufffdd');
  expect(escapeHtml('invoice\u202efdp.exe\u202c \u2066x\u2069')).toBe(
    'invoice\ufffdfdp.exe\ufffd \ufffdx\ufffd',
  );
  expect(escapeHtml('שלום\u200f!\n\tx')).toBe('שלום\u200f!\n\tx');
});
