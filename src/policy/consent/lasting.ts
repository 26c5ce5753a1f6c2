/** Data: words on controls whose work stays done when one goes back, of which the rules for consent are the strictest part. */
export const LASTS =
  /\b(?:delete|remove|erase|discard|destroy|purge|empty|clear|trash|send|submit|post|publish|buy|pay|order|purchase|checkout|check out|subscribe|unsubscribe|cancel|revoke|deactivate|block|report)\b/iu;
