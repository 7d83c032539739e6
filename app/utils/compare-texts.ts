/** Below zero when a comes first, zero when equal: sorts texts as SQLite does, by their code and not by a language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
