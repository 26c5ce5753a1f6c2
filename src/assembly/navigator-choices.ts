/** The values of navigator flags. This file has no imports, because it is loaded whenever the command line starts. */

/** When the chat navigator sends a screenshot with numbered elements. */
export const PICTURE_MODES = ['auto', 'always', 'never'] as const;

export type PictureMode = (typeof PICTURE_MODES)[number];

/**
 * Whether `webvoyager` and `step` avoid the defects of the released code (`hardened`, the default) or behave as
 * published.
 */
export const COMPAT_MODES = ['hardened', 'faithful'] as const;

export type CompatMode = (typeof COMPAT_MODES)[number];

/** How `step` chooses between several sampled replies. */
export const VOTE_RULES = ['first', 'majority'] as const;

export type VoteName = (typeof VOTE_RULES)[number];

/** Whether a prompt of `step` consists of several messages (`chat`) or one text (`completion`). */
export const PROMPT_MODES = ['chat', 'completion'] as const;

export type PromptModeName = (typeof PROMPT_MODES)[number];
