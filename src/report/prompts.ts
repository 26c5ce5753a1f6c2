/** Renders requests to a language model and their answers. A repeated message is a link to its first occurrence. */
import type { RecordedPrompt } from '../demonstration/index.js';
import { formatCount, formatNumber, truncate } from './format-numbers.js';
import { html, type Markup } from './html.js';

/** Longest message shown, in UTF-16 units; `parley prompt` prints all of it. */
const MAX_MESSAGE_LENGTH = 60_000;

/** Renders requests one after the other. */
export class PromptRenderer {
  /** Number of the request in which each message was first sent. */
  readonly #firstRequestByMessage = new Map<string, number>();

  render(prompt: RecordedPrompt): Markup {
    const { n, purpose, usage, request, answer, attempts } = prompt;
    const tokens = usage
      ? `, ${formatNumber(usage.promptTokens)} + ${formatNumber(usage.answerTokens)} tokens`
      : '';
    const failure = answer.ok ? '' : ', no usable answer';
    const purposeNote = purpose === 'navigator' ? '' : ` (${purpose})`;
    const messages =
      'prompt' in request
        ? [this.#renderMessage('prompt', request.prompt, n)]
        : request.messages.map(({ role, content }) => this.#renderMessage(role, formatContent(content), n));
    return html`<details class="prompt" id="request-${n}">
      <summary>Request ${n}${purposeNote} and answer${tokens}${failure}</summary>
      ${messages}
      <h4>Answer</h4>
      ${renderAnswer(answer)}${attempts !== 1 && html`<p>${attempts === 0 ? 'Nothing was sent.' : formatCount(attempts, 'attempt')}</p>`}
    </details>`;
  }

  #renderMessage(role: string, text: string, n: number): Markup {
    const firstRequest = this.#firstRequestByMessage.get(text);
    if (firstRequest !== undefined && firstRequest !== n)
      return html`<h4>${role}</h4>
        <p>The same as in <a href="#request-${firstRequest}">request ${firstRequest}</a>.</p>`;
    this.#firstRequestByMessage.set(text, n);
    const displayedText = truncate(
      text,
      MAX_MESSAGE_LENGTH,
      (count) => `(${formatNumber(count)} more characters; parley prompt prints them)`,
    );
    return html`<h4>${role}</h4>
      <pre dir="auto">${displayedText}</pre>`;
  }
}

function renderAnswer(answer: RecordedPrompt['answer']): Markup {
  if (answer.ok) return html`<pre dir="auto">${answer.text}</pre>`;
  return html`<p>${answer.sentence}</p>
    ${answer.text !== undefined && html`<pre dir="auto">${answer.text}</pre>`}`;
}

function formatContent(
  content: Extract<RecordedPrompt['request'], { messages: unknown }>['messages'][number]['content'],
): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) =>
      part.type === 'text' ? part.text : `[${part.mediaType}, ${formatNumber(part.bytes)} bytes]`,
    )
    .join('\n');
}
