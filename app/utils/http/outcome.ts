/**
 * What a page and its JSON call both answer: it is done, or why not, with the status that says so. A page says the title
 * first, as the specification's toasts have one.
 */
export type Outcome = { ok: true } | { ok: false; title?: string; message: string; status: number }

export const refused = (message: string, status: number, title?: string) =>
  ({ ok: false, title, message, status }) as const
