/** Extracts URLs from an instructor's line: "go to http://127.0.0.1:3000/". */

const FULL_URL = /https?:\/\/[^\s"'<>“”‘’`]+/gi;
/** Without a scheme only unambiguous addresses count: localhost and IPv4 numbers. */
const LOCAL_HOST = /(?<![\w./:@-])(localhost|\d{1,3}(?:\.\d{1,3}){3})(:\d{1,5})?(?![\w.]*\w)/gi;

export function extractTypedUrls(text: string): string[] {
  const urls = text.match(FULL_URL) ?? [];
  const hosts = text.replace(FULL_URL, ' ').match(LOCAL_HOST) ?? [];
  return [
    ...urls.map((url) => url.replace(/[.,;:!?)\]}]+$/, '')),
    ...hosts.map((host) => `http://${host}/`),
  ].filter((url) => URL.canParse(url));
}
