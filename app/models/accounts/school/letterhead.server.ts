import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { addressText, readAddress } from "~/utils/postal-address"

/** What is at the head of the school's receipts. */
export function findLetterhead(actor: Actor): { name: string; address: string | null } {
  const school = select({ name: schools.name, address: schools.address })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const { country } = readAddress(school?.address)
  return { name: school?.name ?? actor.school.name, address: addressText(school?.address, country) }
}
