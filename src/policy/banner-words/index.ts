/**
 * Data: phrases on cookie banners in languages that are common on the web. Case and accents are ignored. A phrase
 * matches whole words; `*` matches any ending of a word.
 */
export { ACCEPT_LABELS, ACCEPT_PHRASES } from './accept.js';
export { DECLINE_LABELS, DECLINE_PHRASES, ESSENTIAL_PHRASES, NEGATING_PHRASES } from './decline.js';
export { CLOSE_LABELS, OTHER_BUTTON_PHRASES } from './other-buttons.js';
export {
  BANNER_NAME_PATTERN,
  CONSENT_NAME_PATTERN,
  CONSENT_PHRASES,
  COOKIE_PHRASES,
  OTHER_TOPIC_PHRASES,
  PRIVACY_PHRASES,
} from './topics.js';
