import { invalid, readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { PaymentForm } from "~/models/money/payment/payment-form"
import { paidAfterAllText } from "~/models/money/write-off/write-off"
import { listWrittenOff } from "~/models/money/write-off/write-off.server"
import { recordedText } from "~/texts/money/payments"
import { paymentRefusalFields, paymentRefusals } from "~/texts/money/refusals"
import { paths } from "~/utils/paths"

/**
 * Records the payment that an invoice's page or a family's asks for, and leads back there. A family's goes to the invoices
 * that the form names, else to the oldest unpaid ones.
 */
export function answerPayment(
  actor: Actor,
  target: { invoiceId: string } | { familyId: string },
  form: FormData,
  back: string,
) {
  const submission = readForm(form, { schema: PaymentForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, payer, reference, intent, invoice, keepRest, ...facts } = submission.value
  const recorded = recordPayment(actor, {
    ...facts,
    ...("familyId" in target ? { ...target, invoiceIds: invoice } : target),
    amountMinor: amount,
    payerName: payer,
    providerReference: reference,
    refuseTwin: intent !== "anyway",
    refuseExcess: !keepRest,
  })
  if (recorded.ok) {
    const { creditMinor } = recorded
    const familyId =
      "familyId" in target ? target.familyId : (findInvoice(actor, target.invoiceId)?.familyId ?? "")
    const done = recordedText(amount, payer, recorded, actor.school.currency)
    const [writtenOff] = creditMinor > 0 ? listWrittenOff(actor, familyId) : []
    const title = writtenOff ? `${done} ${paidAfterAllText(writtenOff)}` : done
    const links = [{ label: "View payment", to: paths.paymentReceipt(recorded.paymentId) }]
    return redirectWhenReplicated(back, title, links)
  }
  const field = paymentRefusalFields[recorded.reason] ?? "form"
  return invalid(submission, { [field]: paymentRefusals[recorded.reason] }, 409)
}
