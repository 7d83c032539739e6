import { emails } from "db/schema/foundation-mail"
import { autoCharges } from "db/schema/money-auto-pay"
import { payments } from "db/schema/money-payments"
import { announceCharges } from "~/models/money/auto-pay/announce-charges.server"
import { changeAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { findOwnMethod, findStanding } from "~/models/money/auto-pay/find-methods.server"
import { settleSaving, startSaving } from "~/models/money/auto-pay/save-account.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { fixClock } from "~/utils/clock.server"
import { invoiceOver, openPayingFamily } from "./family"
import type { startPayPal } from "./paypal"
import { rowsOf } from "./school"

// Families that pay automatically: the ground of its tests.

type PayPal = Awaited<ReturnType<typeof startPayPal>>
const day = 86_400_000

/** A family that pays automatically; the choice is the button at PayPal. */
export async function savingFamily(
  paypal: PayPal,
  choice: string | null = "agree",
  adults?: { name: string; payerShare: number }[],
) {
  const family = openPayingFamily(adults ? { adults } : {})
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
  return { ...family, ...(await save(paypal, family, choice)) }
}

type Family = ReturnType<typeof openPayingFamily>

export async function save(
  paypal: PayPal,
  { guardian, familyId, school }: Family,
  choice: string | null = "agree",
) {
  const started = await startSaving(guardian.actor, familyId)
  if (!started.ok) throw new Error(started.reason)
  const back = choice ? await paypal.press(started.approveUrl, choice) : null
  const agreementId = new URL(back ?? "/", "http://localhost").searchParams.get("agreement") ?? ""
  const find = () => {
    const method = findOwnMethod(guardian.actor, agreementId)
    if (!method) throw new Error("The agreement is not there")
    return method
  }
  const settle = () => settleSaving(guardian.actor, find())
  if (back && choice !== "cancel") await settle()
  return { back, find, settle, standing: () => findStanding(guardian.actor, familyId), school }
}

export const chargesOf = (familyId: string) => rowsOf(autoCharges, { familyId })
export const paymentsOf = (familyId: string) => rowsOf(payments, { familyId })
export const mailOf = (schoolId: string, template: string) => rowsOf(emails, { schoolId, template })
export const taken = async (paypal: PayPal, payee: string) =>
  (await paypal.ledger()).filter((row: { payee: string; kind: string }) => row.payee === payee)

/** An invoice whose charge is announced, and the charge. */
export function announced(family: Family, amountMinor = 26_775) {
  const invoiceId = invoiceOver(family.school, family, amountMinor)
  const dueOn = findInvoice(family.school, invoiceId)?.dueOn ?? ""
  fixClock(Date.parse(`${dueOn}T15:00:00Z`) - 3 * day)
  announceCharges(family.school)
  const charge = chargesOf(family.familyId).find((each) => each.invoiceId === invoiceId)
  if (!charge) throw new Error("The charge is not announced")
  return { invoiceId, dueOn, charge, onDay: () => fixClock(Date.parse(`${dueOn}T15:00:00Z`)) }
}
