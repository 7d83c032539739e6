/** What a page and its JSON call both answer: it is done, or why not, with the status that says so. */
export type Outcome = { ok: true } | { ok: false; message: string; status: number }

export const refused = (message: string, status: number) => ({ ok: false, message, status }) as const
