import { db, transact } from "db/client.server"
import { carriedForms } from "db/schema/foundation"
import { eq, lt } from "drizzle-orm"
import { now } from "~/utils/clock.server"

// A form that was carried out once, for whoever sends it again. Its row is written with what it did (db/sent-once.server.ts).

const rememberedMs = 7 * 86_400_000

export const isCarriedOut = (id: string): boolean =>
  db().select({ id: carriedForms.id }).from(carriedForms).where(eq(carriedForms.id, id)).get() !== undefined

/** Forgets a form that was refused after all. */
export function forgetCarriedForm(id: string) {
  transact(() => db().delete(carriedForms).where(eq(carriedForms.id, id)).run())
}

/** Forgets the forms of more than a week ago: no one sends those again. */
export function forgetOldCarriedForms() {
  transact(() =>
    db()
      .delete(carriedForms)
      .where(lt(carriedForms.carriedAt, now() - rememberedMs))
      .run(),
  )
}
