/** An Idempotency-Key seen before, the fingerprint of what was sent with it and the mail it made. `expiresAt` is UTC ms. */
export type RememberedMail = { id: string; fingerprint: string; mailId: string; expiresAt: number }
