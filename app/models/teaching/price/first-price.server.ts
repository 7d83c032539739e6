import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, min } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { inFormats } from "~/utils/formats.server"
import { findClassTax } from "./class-tax.server"
import { type BillingMode, priceOf } from "./price"
import { listClassPrices } from "./price.server"
import { priceText } from "./price-text"

type Beginning = { startsOn: string; billing?: BillingMode | null; priceMinor?: number | null }

/**
 * The first lesson of whoever joins a class on a day, as no one comes on a day without one, and its price: with tax that is added; null
 * where the school has set none.
 */
export function findFirstPrice(
  actor: Actor,
  classId: string,
  { startsOn: from, billing = null, priceMinor = null }: Beginning,
): { startsOn: string; price: string | null } {
  const startsOn = firstLesson.get(actor, { classId, from })?.on ?? from
  const price = priceOf(
    { billing, priceMinor },
    listClassPrices(actor, [classId]).get(classId) ?? [],
    startsOn,
  )
  if (!price) return { startsOn, price: null }
  const { amountMinor } = withTax(price.amountMinor, readTaxes(actor)(findClassTax(actor, classId)))
  const text = () => priceText({ ...price, amountMinor }, actor.school.currency)
  return { startsOn, price: inFormats(actor.school, text) }
}

const firstLesson = query((p: Params<{ classId: string; from: string }>, own) =>
  select({ on: min(sessions.localDate) })
    .from(sessions)
    .where(
      and(
        own(sessions),
        eq(sessions.classId, p.classId),
        eq(sessions.state, "planned"),
        gte(sessions.localDate, p.from),
      ),
    ),
)
