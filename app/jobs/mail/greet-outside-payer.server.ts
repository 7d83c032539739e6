import { outsidePayers } from "db/schema/payers"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"

/**
 * The greeting of a payer who isn't a guardian, by the whole name: an office or a foundation has no first name, "Hi
 * Springfield," greets no one. Undefined for everyone else.
 */
export function greetOutsidePayer(actor: Actor, recipient: string, data: unknown): string | undefined {
  const name = (data as { recipientName?: string }).recipientName
  if (!name) return
  const theirs = and(eq(outsidePayers.email, recipient.toLowerCase()), eq(outsidePayers.name, name))
  const isOutside = ownRows(actor, outsidePayers, ["id"]).where(theirs).get()
  return isOutside ? `Hi ${name},` : undefined
}
