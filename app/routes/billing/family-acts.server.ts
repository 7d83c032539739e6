import { readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  creditRefusals,
  paymentRefusalFields,
  paymentRefusals,
  recordedText,
} from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { ApplyCreditForm, PaymentForm } from "~/models/money/payment/payment-form"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { changePayerShares, type SharesRefusal } from "~/models/people/family/payer-shares.server"
import { sharesForm } from "~/models/people/family/shares-form"
import { paths } from "~/utils/paths"

const refusals: Record<SharesRefusal, string> = {
  "no-family": "This family isn’t in your school.",
  "other-guardians": "This family’s guardians have changed. Check the shares and save again.",
  "not-whole": "Enter shares that add up to 100%.",
}

/** What the forms of a family's billing page do. */
export function actOnFamily(actor: Actor, familyId: string, form: FormData) {
  const intent = form.get("intent")
  if (intent === "pay" || intent === "anyway") return pay(actor, familyId, form)
  if (intent === "apply-credit") return applyFamilyCredit(actor, familyId, form)
  const guardianIds = form.getAll("guardian[]").map(String).slice(0, 50)
  const submission = readForm(form, { schema: sharesForm(guardianIds.length) })
  if (submission.status !== "success") return invalid(submission)
  const shares = new Map(guardianIds.map((id, index) => [id, submission.value[`share${index}`] ?? 0]))
  const changed = changePayerShares(actor, familyId, shares)
  if (!changed.ok) return invalid(submission, { form: refusals[changed.reason] }, 409)
  return redirectWithToast(paths.family(familyId), "Shares saved.")
}

/** A payment for the family as a whole: it goes to the chosen invoices, else the oldest unpaid ones. */
function pay(actor: Actor, familyId: string, form: FormData) {
  const submission = readForm(form, { schema: PaymentForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, payer, reference, invoice, intent, ...facts } = submission.value
  const recorded = recordPayment(actor, {
    ...facts,
    familyId,
    invoiceIds: invoice,
    amountMinor: amount,
    payerName: payer,
    providerReference: reference,
    refuseTwin: intent !== "anyway",
  })
  if (recorded.ok)
    return redirectWhenReplicated(
      paths.family(familyId),
      recordedText(amount, payer, recorded.creditMinor, actor.school.currency),
    )
  const field = paymentRefusalFields[recorded.reason] ?? "form"
  return invalid(submission, { [field]: paymentRefusals[recorded.reason] }, 409)
}

function applyFamilyCredit(actor: Actor, familyId: string, form: FormData) {
  const submission = readForm(form, { schema: ApplyCreditForm })
  if (submission.status !== "success") return invalid(submission)
  const { invoice: invoiceIds, formKey } = submission.value
  const applied = applyCredit(actor, { familyId, invoiceIds, formKey })
  return redirectWithToast(
    paths.family(familyId),
    applied.ok
      ? "Account credit applied."
      : { tone: "bad", title: "Account credit not applied.", text: creditRefusals[applied.reason] },
  )
}
