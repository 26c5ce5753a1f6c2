/** What goes over the wire for a prompt of the paper: which endpoint, who renders, where the picture is. */
import { ParleyError } from '../../contract/index.js';
import type { ImagePart, ModelRequest } from '../../llm/index.js';
import type { ChatTemplate, WeblinxRequest } from '../../prompt/index.js';

/**
 * @param template for chat messages at a completions endpoint
 * @param screenshot PNG of the viewport
 * @throws ParleyError `infra` where a picture is needed and there is none
 */
export function modelRequest(
  request: WeblinxRequest,
  template: ChatTemplate | null,
  screenshot: Uint8Array | null,
): ModelRequest {
  const { body, maxTokens } = request;
  const sampling = { maxTokens, temperature: 0 };
  const picture = request.image ? pictureOf(request, screenshot) : null;
  if (body.kind === 'text') {
    if (picture === null) return { kind: 'completion', prompt: body.text, ...sampling };
    // Completions take no pictures.
    const content = [picture, { type: 'text' as const, text: body.text }];
    return { kind: 'chat', messages: [{ role: 'user', content }], ...sampling };
  }
  if (template !== null) return { kind: 'completion', prompt: template.render(body.messages), ...sampling };
  if (picture === null) return { kind: 'chat', messages: body.messages, ...sampling };
  // The last message is always the user's.
  const last = body.messages.at(-1)!;
  const seen = { role: last.role, content: [{ type: 'text' as const, text: last.content }, picture] };
  return { kind: 'chat', messages: [...body.messages.slice(0, -1), seen], ...sampling };
}

function pictureOf({ family }: WeblinxRequest, screenshot: Uint8Array | null): ImagePart {
  if (screenshot === null)
    throw new ParleyError(
      'infra',
      `The page gave no picture in time, and weblinx:${family} decides by pictures.`,
      'Try again, or use a family that reads text alone, such as weblinx:gpt.',
    );
  return { type: 'image', mediaType: 'image/png', data: screenshot, detail: 'high' };
}
