// An answer, an email, and a call to a provider must still be true after a power cut, so each waits until the commit it is about is
// durable. The database says when that is; leaf code may not import it.

let untilDurable: (() => Promise<void>) | undefined

/** Resolves once everything this process has committed so far is durable. Rejects when the disk fails. */
export const untilSaved = async (): Promise<void> => untilDurable?.()

/** Sets what `untilSaved` waits for. Without it every commit waits for the disk itself. */
export function setUntilSaved(wait: () => Promise<void>) {
  untilDurable = wait
}
