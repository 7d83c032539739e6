import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { now } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import { hasManyUnbilled } from "../charge/unbilled.server"
import { needsCheck } from "./ready-families"
import { AskedPeriod, listReadyCharges, readReady } from "./ready-families.server"

// One page of Ready to invoice, and what the whole list comes to.

/** A page of a period, counted from 1; of these families where a filter has found some. */
export const AskedPage = AskedPeriod.extend({
  page: z.number(),
  familyIds: z.array(z.string()).optional(),
})
export type AskedPage = z.output<typeof AskedPage>

/**
 * The page as it was read between two writes, once a minute, in which a lesson may end; aside where many charges wait, so that
 * only the families that are shown come from there.
 */
export function findReady(actor: Actor, asked: AskedPage): Promise<Readonly<ReadyPage>> {
  const minute = Math.floor(now() / 60_000)
  // A teacher is told of their own lessons without attendance.
  const viewer = actor.role === "teacher" ? actor.memberId : null
  return keepReady([actor.school.id, viewer, asked, minute], {
    work: {
      name: "ready-to-invoice",
      input: { schoolId: actor.school.id, asked },
      here: () => readReadyPage(actor, asked),
    },
    isLong: viewer === null && hasManyUnbilled(actor),
  })
}

const keepReady = keepAside<Readonly<ReadyPage>>(40)
type ReadyPage = ReturnType<typeof readReadyPage>

/** The same as it is read now. */
export function readReadyPage(actor: Actor, { page, familyIds, ...asked }: AskedPage) {
  const { families: ready, ...whole } = readReady(actor, asked)
  const narrowed = familyIds && new Set(familyIds)
  const all = ready.filter(({ familyId }) => !narrowed || narrowed.has(familyId))
  const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const onPage = new Set(shown.map(({ familyId }) => familyId))
  const charges = listReadyCharges(actor, shown, whole.period)
  const others = all.filter(({ familyId, problem }) => problem === null && !onPage.has(familyId))
  return {
    ...whole,
    families: shown.map((family) => ({ ...family, charged: charges.get(family.familyId) ?? [] })),
    others: {
      families: others.length,
      invoices: others.reduce((sum, { invoices }) => sum + invoices, 0),
      amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      toPrint: others.reduce((sum, { toPrint }) => sum + toPrint, 0),
    },
    toCheck: all.filter(needsCheck).length,
    items: all.reduce((sum, { lines }) => sum + lines, 0),
    amountMinor: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    listed: all.length,
  }
}
