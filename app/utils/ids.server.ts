import { v5, v7 } from "uuid"

/** A new row id: time-ordered and unguessable (UUIDv7, RFC 9562). */
export const newId = (): string => v7()

/**
 * The id of something else that was written into a form whose own id is used: the same words again have the same one, so that
 * they are kept once, too.
 */
export const idOfOther = (entryId: string, written: readonly unknown[]): string =>
  v5(JSON.stringify(written), entryId)
