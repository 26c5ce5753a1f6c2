/** Data: words on buttons whose effect outlasts the visit, even if it can be undone by other means. */
export const LASTING_EFFECT =
  /\b(?:add|put|save|store|keep|create|update|apply|redeem|archive|file|move|mark|confirm|follow|watch|sign up|log (?:in|out)|restore)\b/iu;

/** Requests to order or to pay. A link of the navigation, such as “My orders”, does neither. */
export const PURCHASE =
  /^(?:(?:place|submit|confirm|complete|finali[sz]e)\b.*\b(?:order|purchase|booking|payment)|(?:pay|buy|purchase)\b)/iu;
