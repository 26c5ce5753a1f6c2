/** Minimal network recordings (HAR) that a browser accepts. */

export const createHarEntry = (url: string, contentType: string, text: string) => ({
  startedDateTime: '2026-03-02T09:00:00.000Z',
  time: 1,
  request: {
    method: 'GET',
    url,
    httpVersion: 'HTTP/1.1',
    headers: [],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'content-type', value: contentType }],
    cookies: [],
    content: { size: text.length, mimeType: contentType, text },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: 0, receive: 0 },
});

export const createHar = (entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
