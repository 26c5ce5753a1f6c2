/** Runs plain lines on ordinary pages, one test per line. */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

export interface EverydayCase {
  page: string;
  /** The lines before the tested line. */
  before?: readonly string[];
  line: string;
  /** The page's title afterwards. */
  title?: string;
  kind?: string;
  /** What the reply says, at least. */
  reply?: string;
  /** What the reply must not say. */
  notInReply?: string;
}

export function testEverydayLines(cases: readonly EverydayCase[]): void {
  for (const { page, before = [], line, title, kind, reply, notInReply: unsaid } of cases)
    test([...before, line].join(' | '), async ({ surface, show }) => {
      await show(page);
      const { say } = startConversation(surface);
      for (const earlierLine of before) await say(earlierLine);
      const response = await say(line);
      if (title !== undefined) expect(await surface.probe.title()).toBe(title);
      if (kind !== undefined) expect(response.kind).toBe(kind);
      if (reply !== undefined) expect(response.text).toContain(reply);
      if (unsaid !== undefined) expect(response.text).not.toContain(unsaid);
    });
}
