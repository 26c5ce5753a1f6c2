/** Addresses that an instructor typed, to be opened: "go to http://127.0.0.1:3000/". */

const WHOLE = /https?:\/\/[^\s"'<>“”‘’`]+/gi;
/** Without a scheme only what is surely an address: this machine, and numbers. */
const LOCAL = /(?<![\w./:@-])(localhost|\d{1,3}(?:\.\d{1,3}){3})(:\d{1,5})?(?![\w.]*\w)/gi;

export function typedAddresses(text: string): string[] {
  const whole = text.match(WHOLE) ?? [];
  const local = text.replace(WHOLE, ' ').match(LOCAL) ?? [];
  return [
    ...whole.map((url) => url.replace(/[.,;:!?)\]}]+$/, '')),
    ...local.map((host) => `http://${host}/`),
  ].filter((url) => URL.canParse(url));
}
