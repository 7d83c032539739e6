// What is told to anyone must still be true after a power cut: an answer to a form, an email, a call to a payment provider.
// How long that takes is the database's to say, which leaf code doesn't know.

let wait: (() => Promise<void>) | undefined

/** Resolves once everything that this process has saved so far survives a power cut. Rejects when the disk fails. */
export const untilSaved = async (): Promise<void> => wait?.()

/** Names who knows; until then what is saved is safe as soon as it's committed. */
export function askWhenSaved(asked: () => Promise<void>) {
  wait = asked
}
