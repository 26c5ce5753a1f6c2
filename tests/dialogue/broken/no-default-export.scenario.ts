export const scenario = 1;
