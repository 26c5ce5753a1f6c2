/**
 * Renders the README's image from a real demonstration: the transcript on the left, and on the right the page
 * before the last action.
 *
 *   node scripts/readme-image.mjs results/<demonstration> docs/demo.png
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

import { findInstalledBrowser } from '../dist/page/index.js';
import { formatEvent } from '../dist/instructor/index.js';

const [folder, outputFile] = process.argv.slice(2);
const events = readFileSync(join(folder, 'session.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const escapeHtml = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);
const getClassName = (line) =>
  /^You:/.test(line)
    ? 'you'
    : /^Navigator/.test(line)
      ? 'nav'
      : /^ {2}Check/.test(line)
        ? 'check'
        : /^Page/.test(line)
          ? 'dim'
          : 'did';
const lines = events
  .map((event) => formatEvent(event, { colour: false, showInstructor: true }))
  .filter(Boolean)
  .map((line) => line.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''))
  .map((line) => `<p class="${getClassName(line)}">${escapeHtml(line)}</p>`);
const screenshotPath = events.findLast((event) => event.type === 'action' && event.page.screenshot).page
  .screenshot;
const imageBase64 = readFileSync(join(folder, screenshotPath)).toString('base64');
const html = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; padding: 24px; background: #e9edf2; display: flex; gap: 24px; font: 15px/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; width: 1392px }
  .term { background: #101820; color: #d8dee6; border-radius: 10px; padding: 16px 20px; width: 690px; box-sizing: border-box; box-shadow: 0 6px 24px #0003 }
  p { margin: 2px 0; white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 2ch; text-indent: -2ch }
  .you { color: #7fd4ff; margin-top: 9px } .nav { color: #9be28f } .did { color: #8b97a5; padding-left: 6ch } .check { color: #e6c46a; padding-left: 6ch } .dim { color: #8b97a5 }
  img { width: 678px; align-self: center; border-radius: 10px; box-shadow: 0 6px 24px #0003 }
</style><div class="term"><p class="dim">$ npm run demo</p>${lines.join('')}</div><img src="data:image/png;base64,${imageBase64}">`;

const browser = await chromium.launch({ executablePath: findInstalledBrowser().path });
const page = await browser.newPage({ viewport: { width: 1440, height: 400 } });
await page.setContent(html);
await page.screenshot({ path: outputFile, fullPage: true });
await browser.close();
