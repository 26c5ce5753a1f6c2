import { expect } from '../../support/browser.js';
import { formatReply } from '../../support/voyager-prompt.js';
import { runVoyagerConversation } from './run-conversation.js';
import { test } from '../../support/site.js';

const SHOP = `<title>Shop</title><h1>Shop</h1><form action="/results"><input name="q" aria-label="Search"><button>Go</button></form>`;
const RESULTS = `<title>Results</title><h1>Blue mug</h1><p>Price: 12.90</p><a href="/">Back to the shop</a>`;

const VARIANTS = [
  { compat: 'faithful', mode: 'multimodal' },
  { compat: 'hardened', mode: 'multimodal' },
  { compat: 'faithful', mode: 'text' },
  { compat: 'hardened', mode: 'text' },
] as const;
const PROVIDERS = ['openai', 'anthropic'] as const;

for (const variant of VARIANTS)
  for (const provider of PROVIDERS)
    test(`${variant.compat}, ${variant.mode}, ${provider}: a search is typed and submitted, and the answer is reported`, async ({
      surface,
      startSite,
    }) => {
      const url = await startSite({ '/': SHOP, '/results': RESULTS });
      const { log, prompts } = await runVoyagerConversation({
        surface,
        url,
        lines: ['What does the blue mug cost?'],
        parts: { variant },
        modelOptions: { provider },
        createReply(prompt) {
          if (prompt.messages.length > 2) return formatReply('ANSWER; [12.90]');
          return formatReply(`Type [${prompt.findLabel(/Search/)}]; [blue mug]`);
        },
      });
      expect(log).toEqual([
        'page',
        'instructor: What does the blue mug cost?',
        'textInput done',
        'press done',
        'navigator: 12.90',
        'end done 0',
      ]);
      expect(prompts).toHaveLength(2);
      const expectedImageCount = variant.mode === 'text' ? 0 : 1;
      expect(prompts[1]!.messages.map(({ role, imageCount }) => `${role} ${imageCount}`)).toEqual([
        'system 0',
        `user ${expectedImageCount}`,
        'assistant 0',
        `user ${expectedImageCount}`,
      ]);
      expect(prompts[1]!.lastText).toContain('Back to the shop');
    });
