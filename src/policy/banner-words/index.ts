/**
 * Data: words of cookie banners in the languages that are common on the web. Case and accents are ignored. A phrase
 * matches whole words; `*` at its end matches any ending.
 */
export { ACCEPT_LABELS, ACCEPT_WORDS } from './accept.js';
export { DECLINE_LABELS, DECLINE_WORDS, ESSENTIAL_WORDS, NEGATING_WORDS } from './decline.js';
export { CLOSE_LABELS, OTHER_BUTTON_WORDS } from './other-buttons.js';
export {
  BANNER_NAME,
  CONSENT_NAME,
  CONSENT_WORDS,
  COOKIE_WORDS,
  OTHER_TOPIC_WORDS,
  PRIVACY_WORDS,
} from './topics.js';
