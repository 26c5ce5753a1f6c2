/** When the chat navigator sends a screenshot with numbered elements. Alone in its file: the command line reads it at every start. */
export const PICTURE_MODES = ['auto', 'always', 'never'] as const;

export type PictureMode = (typeof PICTURE_MODES)[number];
