/**
 * Runs everyday instructions on small pages, one test per line. Many of the pages show in their title what happened.
 */
import { expect, test } from '../../support/browser.js';
import { startConversation } from './browser-conversation.js';

export interface EverydayCase {
  page: string;
  /** The lines before the tested line. */
  before?: readonly string[];
  line: string;
  /** The expected title of the page afterwards. */
  title?: string;
  kind?: string;
  /** Text that the reply must contain. */
  reply?: string;
  /** Text that the reply must not contain. */
  notInReply?: string;
}

export function testEverydayLines(cases: readonly EverydayCase[]): void {
  for (const { page, before = [], line, title, kind, reply, notInReply } of cases)
    test([...before, line].join(' | '), async ({ surface, show }) => {
      await show(page);
      const { say } = startConversation(surface);
      for (const earlierLine of before) await say(earlierLine);
      const response = await say(line);
      if (title !== undefined) expect(await surface.probe.title()).toBe(title);
      if (kind !== undefined) expect(response.kind).toBe(kind);
      if (reply !== undefined) expect(response.text).toContain(reply);
      if (notInReply !== undefined) expect(response.text).not.toContain(notInReply);
    });
}
