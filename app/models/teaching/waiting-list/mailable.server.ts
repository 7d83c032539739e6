import type { Actor } from "~/models/foundation/access/actor"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { listContacts } from "~/models/people/family/contacts.server"

/**
 * The students whose family hears of an offer: someone of it has an address that mail reaches. What no one hears would hold a
 * spot for days, so automatic offers go past the others, and the office calls them.
 */
export function listMailable(actor: Actor, studentIds: readonly string[]): ReadonlySet<string> {
  const contacts = listContacts(actor, studentIds)
  const returned = findReturned([...contacts.values()].flat().map(({ email }) => email))
  const isReached = ({ email }: { email: string }) => !returned.has(email.trim().toLowerCase())
  return new Set([...contacts].filter(([, those]) => those.some(isReached)).map(([studentId]) => studentId))
}
