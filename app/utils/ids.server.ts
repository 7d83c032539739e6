import { v7 } from "uuid"

/** A new row id: time-ordered and unguessable (UUIDv7, RFC 9562). */
export const newId = (): string => v7()
