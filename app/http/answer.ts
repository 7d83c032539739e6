/** How a refusal is answered: with a status, and after too many tries with the seconds to wait. */
export type RefusalStatus = number | { status: 429; retryAfter: number }

/** Too many tries: 429, and the seconds to wait as `Retry-After`. */
export const tooMany = (seconds: number) => ({ status: 429, retryAfter: seconds }) as const

/** What an answer with this status begins with. */
export const initOf = (refusal: RefusalStatus): { status: number; headers?: { "Retry-After": string } } =>
  typeof refusal === "number"
    ? { status: refusal }
    : { status: refusal.status, headers: { "Retry-After": String(refusal.retryAfter) } }

/**
 * The result that a page and its JSON call share: done, or refused with a message and a status. A page shows the title
 * first, because the specification's toasts have one.
 */
export type Answer =
  | { ok: true; headers?: Headers }
  | { ok: false; title?: string; message: string; status: RefusalStatus }

export const refused = (message: string, status: RefusalStatus, title?: string) =>
  ({ ok: false, title, message, status }) as const
