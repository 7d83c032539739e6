import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"

// A school as clients see it (spec §3): what anyone in it may know.

type ClientSchool = {
  id: string
  name: string
  settings: { invoiceSettings: { defaultCurrency: string } }
}

export const findClientSchool = (actor: Actor): ClientSchool => clientSchool(actor.school)

/** Any school, for platform staff; undefined when there is none. */
export function findClientSchoolOf(_staff: SuperActor, schoolId: string): ClientSchool | undefined {
  const school = select().from(schools).where(eq(schools.id, schoolId)).get()
  return school && clientSchool(school)
}

const clientSchool = ({
  id,
  name,
  currency,
}: {
  id: string
  name: string
  currency: string
}): ClientSchool => ({
  id,
  name,
  settings: { invoiceSettings: { defaultCurrency: currency } },
})
