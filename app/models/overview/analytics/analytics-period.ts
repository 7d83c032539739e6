// The months an analysis is about. Safe in the browser.

export const spans = [3, 6, 12, 24] as const
