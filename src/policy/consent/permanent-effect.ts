/** Data: words on controls whose effect remains after going back. Some need consent, others do not. */
export const PERMANENT_EFFECT =
  /\b(?:delete|remove|erase|discard|destroy|purge|empty|clear|trash|send|submit|post|publish|buy|pay|order|purchase|checkout|check out|subscribe|unsubscribe|cancel|revoke|deactivate|block|report)\b/iu;
