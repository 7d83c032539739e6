import { cacheUntilWrite } from "db/cache-until-write.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import type { OpeningForm } from "./opening-form"
import { changeSettings } from "./school-settings.server"

// When the school is open: times for new lessons are looked for within it. Without hours the school follows its lessons.

export type Opening = { opensAt: string; closesAt: string; weekdays: readonly number[] }

const keepOpening = cacheUntilWrite<Opening | undefined>(500)

/** The hours that were set; undefined when none were. Weekdays are ISO: 1 is Monday. Read once until a setting changes. */
export const findOpening = (actor: Actor): Opening | undefined =>
  keepOpening([actor.school.id], () => readOpening(actor))

function readOpening(actor: Actor): Opening | undefined {
  const found = select({ opensAt: schools.opensAt, closesAt: schools.closesAt, openDays: schools.openDays })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  if (!found?.opensAt || !found.closesAt || !found.openDays) return undefined
  return { opensAt: found.opensAt, closesAt: found.closesAt, weekdays: [...found.openDays].map(Number) }
}

/** Sets the hours, or forgets them when no day is chosen. Lessons outside them stay. */
export function changeOpening(actor: Actor, { openDays, opensAt, closesAt }: OpeningForm) {
  const isSet = openDays.length > 0
  changeSettings(actor, "opening", {
    openDays: isSet ? openDays.join("") : null,
    opensAt: isSet ? (opensAt ?? null) : null,
    closesAt: isSet ? (closesAt ?? null) : null,
  })
}
