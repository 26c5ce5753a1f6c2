/** Data: words on controls whose effect remains after the user goes back. Only some of these effects need consent. */
export const PERMANENT_EFFECT =
  /\b(?:delete|remove|erase|discard|destroy|purge|empty|clear|trash|send|submit|post|publish|buy|pay|order|purchase|checkout|check out|subscribe|unsubscribe|cancel|revoke|deactivate|block|report)\b/iu;
