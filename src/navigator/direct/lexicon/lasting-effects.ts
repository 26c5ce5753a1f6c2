/** Data: words on buttons whose effect outlasts the visit, even if it can be undone by other means. */
export const LASTING_EFFECT =
  /\b(?:add|put|save|store|keep|create|update|apply|redeem|archive|file|move|mark|confirm|follow|watch|sign up|log (?:in|out)|restore)\b/iu;
