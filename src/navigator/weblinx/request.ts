/** Converts one of the paper's prompts to a model request: chooses the endpoint and adds the screenshot. */
import { ParleyError } from '../../contract/index.js';
import type { ImagePart, ModelRequest } from '../../llm/index.js';
import type { ChatTemplate, WeblinxRequest } from '../../prompt/index.js';

/**
 * @param template renders chat messages for a completions endpoint; null for chat endpoints
 * @param screenshot PNG of the viewport
 * @throws ParleyError `infra` if the prompt needs a screenshot but there is none
 */
export function toModelRequest(
  request: WeblinxRequest,
  template: ChatTemplate | null,
  screenshot: Uint8Array | null,
): ModelRequest {
  const { body, maxTokens } = request;
  const sampling = { maxTokens, temperature: 0 };
  const screenshotPart = request.image ? toScreenshotPart(request, screenshot) : null;
  if (body.kind === 'text') {
    if (screenshotPart === null) return { kind: 'completion', prompt: body.text, ...sampling };
    // Completions endpoints do not accept images.
    const content = [screenshotPart, { type: 'text' as const, text: body.text }];
    return { kind: 'chat', messages: [{ role: 'user', content }], ...sampling };
  }
  if (template !== null) return { kind: 'completion', prompt: template.render(body.messages), ...sampling };
  if (screenshotPart === null) return { kind: 'chat', messages: body.messages, ...sampling };
  // The last message is always the user's.
  const lastMessage = body.messages.at(-1)!;
  const lastWithScreenshot = {
    role: lastMessage.role,
    content: [{ type: 'text' as const, text: lastMessage.content }, screenshotPart],
  };
  return { kind: 'chat', messages: [...body.messages.slice(0, -1), lastWithScreenshot], ...sampling };
}

function toScreenshotPart({ family }: WeblinxRequest, screenshot: Uint8Array | null): ImagePart {
  if (screenshot === null)
    throw new ParleyError(
      'infra',
      `The browser took no screenshot in time, but “weblinx:${family}” needs one.`,
      'Try again, or use a family that reads text alone, such as “weblinx:gpt”.',
    );
  return { type: 'image', mediaType: 'image/png', data: screenshot, detail: 'high' };
}
