/** Server-sent events of a streamed answer. */
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';

/**
 * Yields the complete events of a response. An incomplete event at the end is dropped, as the SSE standard requires.
 *
 * @throws the reason of `signal` when it is aborted, and any error of the response body
 */
export async function* readServerSentEvents(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  if (response.body === null) return;
  const reader = response.body
    .pipeThrough(new TextDecoderStream(), { signal })
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A consumer that stops early ends the request.
    await reader.cancel().catch(() => undefined);
  }
}
