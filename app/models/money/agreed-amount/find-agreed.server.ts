import { charges } from "db/schema/money"
import { and, desc, eq, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, ownRows } from "~/models/foundation/access/door.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { formatInstant } from "~/utils/zones"
import { findInvoiceOf } from "../charge/charge.server"
import type { AgreedChange } from "./agreed-amount"

/** What an event of a charge whose amount changed keeps. */
const Changed = z.object({
  before: z.object({ amountMinor: z.number() }),
  after: z.object({ amountMinor: z.number(), reason: z.string() }),
})

const mostChanges = 40

type Of = { seatId: string | null; packageId: string | null }

/** How the amount of a lesson's or a package's charge was set by hand so far, newest first. */
export function listAgreedChanges(actor: Actor, { seatId, packageId }: Of): AgreedChange[] {
  const ids = idsOf(
    actor,
    charges,
    seatId === null ? eq(charges.packageId, packageId ?? "") : eq(charges.seatId, seatId),
  )
  return listHistory(actor, [{ noun: "charge", ids }], mostChanges).flatMap(
    ({ id, at, actorName, verb, before, after }) => {
      const read = Changed.safeParse({ before, after })
      if (verb !== "change" || !read.success) return []
      return [
        {
          id,
          actorName,
          at: formatInstant(at, actor.school.timeZone),
          fromMinor: read.data.before.amountMinor,
          toMinor: read.data.after.amountMinor,
          reason: read.data.after.reason,
        },
      ]
    },
  )
}

/** What a package is charged with now: the charge, or why it was waived; undefined where it was sold for nothing. */
export function findSale(actor: Actor, packageId: string) {
  const sale = ownRows(actor, charges, {
    chargeId: charges.id,
    amountMinor: charges.amountMinor,
    usualMinor: charges.usualMinor,
    isInvoiced: charges.billedLines,
    withdrawnReason: charges.withdrawnReason,
  })
    .where(and(eq(charges.packageId, packageId), eq(charges.source, "package")))
    .orderBy(sql`${charges.withdrawnAt} is not null`, desc(charges.createdAt), desc(charges.id))
    .limit(1)
    .get()
  if (!sale) return undefined
  const isInvoiced = sale.isInvoiced > 0
  return { ...sale, isInvoiced, invoice: isInvoiced ? findInvoiceOf(actor, sale.chargeId) : null }
}
