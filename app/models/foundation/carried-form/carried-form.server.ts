import { transact } from "db/client.server"
import { carriedForms } from "db/schema/foundation"
import { and, desc, eq, gt, lt, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { hashOf } from "~/utils/ids.server"
import { type Params, platformQuery, platformRemove, select } from "../access/door.server"

// A form that was carried out once, for whoever sends it again. Its row is written with what it did (db/sent-once.server.ts).

const rememberedMs = 7 * 86_400_000

/** The id of a form: whose it is, and all that is in it, neither of which it tells. */
export const carriedFormId = (userId: string, content: string): string =>
  `${hashOf(userId)} ${hashOf(content)}`

/** The last form of someone that was carried out. While there is no other one, the forms of all their pages have one token. */
export const lastCarriedForm = (userId: string): string | undefined =>
  lastQuery.get({ from: `${hashOf(userId)} `, to: `${hashOf(userId)}!` })?.id

const lastQuery = platformQuery((p: Params<{ from: string; to: string }>) =>
  select({ id: carriedForms.id })
    .from(carriedForms)
    .where(and(gt(carriedForms.id, p.from), lt(carriedForms.id, p.to)))
    .orderBy(desc(carriedForms.carriedAt), desc(sql`rowid`))
    .limit(1),
)

export const isCarriedOut = (id: string): boolean => carriedAt(id) !== undefined

/** When a form was carried out (UTC ms). */
export const carriedAt = (id: string): number | undefined =>
  select({ at: carriedForms.carriedAt }).from(carriedForms).where(eq(carriedForms.id, id)).get()?.at

/** Forgets a form that was refused after all. */
export function forgetCarriedForm(id: string) {
  transact(() => platformRemove(carriedForms, id))
}

/** Forgets the forms of more than a week ago: no one sends those again. */
export function forgetOldCarriedForms() {
  transact(() => platformRemove(carriedForms, lt(carriedForms.carriedAt, now() - rememberedMs)))
}
