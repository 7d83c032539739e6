import { db } from "db/client.server"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { guardians } from "db/schema/people"
import { and, asc, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { agreementText } from "~/models/money/auto-pay/auto-pay"
import { changeAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { today } from "~/utils/zones"

const agreedBeforeMs = 60 * 86_400_000

/**
 * Automatic payment is offered, and one payer's last charge was declined three times, so nothing is charged until they
 * resume it.
 */
export function seedAutoPay(actor: Actor) {
  const daysBefore = 3
  changeAutoPayRule(actor, { isOffered: true, daysBefore })
  const payer = db()
    .select({ id: guardians.id, familyId: guardians.familyId, memberId: guardians.memberId })
    .from(guardians)
    .where(
      and(
        eq(guardians.schoolId, actor.school.id),
        eq(guardians.seesMoney, true),
        isNotNull(guardians.memberId),
      ),
    )
    .orderBy(asc(guardians.name), asc(guardians.id))
    .all()
    .find(({ familyId }) => openInvoice(actor, familyId))
  const invoice = payer && openInvoice(actor, payer.familyId)
  if (!payer?.memberId || !invoice) return
  const at = now()
  const method = {
    ...newRow(actor),
    familyId: payer.familyId,
    guardianId: payer.id,
    memberId: payer.memberId,
    state: "paused" as const,
    agreement: agreementText({ schoolName: actor.school.name, daysBefore }),
    noticeDays: daysBefore,
    agreedAt: at - agreedBeforeMs,
    paymentTokenId: `demo-${newId()}`,
    payerEmail: "buyer@paypal-sandbox.example",
    pausedAt: at,
    updatedAt: at,
  }
  db().insert(savedMethods).values(method).run()
  const day = today(actor.school.timeZone, at)
  db()
    .insert(autoCharges)
    .values({
      ...newRow(actor),
      methodId: method.id,
      familyId: payer.familyId,
      invoiceId: invoice.id,
      dueOn: invoice.dueOn,
      amountMinor: invoice.openMinor,
      chargeOn: addDays(day, -7),
      nextTryOn: day,
      state: "failed",
      failures: 3,
      updatedAt: at,
    })
    .run()
}

const openInvoice = (actor: Actor, familyId: string) =>
  listInvoices(actor, { familyId, page: null }).rows.find(({ openMinor }) => openMinor > 0)
