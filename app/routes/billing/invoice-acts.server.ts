import { readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { discardDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueRefusals } from "~/models/money/invoice/invoice"
import type { Invoice } from "~/models/money/invoice/invoice.server"
import { issueDraft } from "~/models/money/invoice/issue-draft.server"
import { remindOfInvoice } from "~/models/money/invoice/remind-invoice.server"
import {
  creditRefusals,
  paymentRefusalFields,
  paymentRefusals,
  recordedText,
} from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { PaymentForm } from "~/models/money/payment/payment-form"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { writeOffRefusals } from "~/models/money/write-off/write-off"
import { restoreInvoice } from "~/models/money/write-off/write-off.server"
import { formFor } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What the buttons and the form of an invoice's page do. */
export function actOnInvoice(actor: Actor, invoice: Invoice, form: FormData) {
  const here = paths.invoice(invoice.id)
  switch (form.get("intent")) {
    case "send": {
      const issued = issueDraft(actor, invoice.id)
      if (issued.ok) return redirectWithToast(here, `Invoice ${issued.number} sent.`)
      if (issued.reason === "not-a-draft")
        return redirectWithToast(here, "This invoice has already been sent.")
      return redirectWithToast(paths.newInvoice({ draft: invoice.id }), {
        tone: "bad",
        title: "Invoice not sent.",
        text: issueRefusals[issued.reason],
      })
    }
    case "discard": {
      const discarded = discardDraft(actor, invoice.id)
      return discarded.ok
        ? redirectWithToast(paths.billing(), "Draft discarded. Its items are still ready to invoice.")
        : redirectWithToast(here, { tone: "bad", title: issueRefusals[discarded.reason] })
    }
    case "restore": {
      const restored = restoreInvoice(actor, invoice.id)
      return redirectWithToast(
        here,
        restored.ok
          ? `${formatMoney(restored.amountMinor, actor.school.currency)} is due again.`
          : { tone: "bad", title: writeOffRefusals[restored.reason] },
      )
    }
    case "remind":
      return remind(actor, invoice.id)
    case "apply-credit": {
      const formKey = String(form.get("formKey") ?? "").slice(0, 64)
      const applied = applyCredit(actor, { familyId: invoice.familyId, invoiceIds: [invoice.id], formKey })
      return redirectWithToast(
        here,
        applied.ok ? "Account credit applied." : { tone: "bad", title: creditRefusals[applied.reason] },
      )
    }
    default:
      return pay(actor, invoice.id, form)
  }
}

function remind(actor: Actor, invoiceId: string) {
  const reminded = remindOfInvoice(actor, invoiceId)
  const here = paths.invoice(invoiceId)
  if (!reminded.ok) return redirectWithToast(here, { tone: "bad", title: "This invoice has no balance due." })
  if (reminded.recipients.length === 0)
    return redirectWithToast(here, { tone: "bad", title: "No payer of this invoice has an email." })
  return redirectWithToast(
    here,
    `${formFor(reminded.recipients.length, "Reminder")} sent to ${joinNames(reminded.recipients)}.`,
  )
}

function pay(actor: Actor, invoiceId: string, form: FormData) {
  const submission = readForm(form, { schema: PaymentForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, payer, reference, intent, invoice: _, ...facts } = submission.value
  const recorded = recordPayment(actor, {
    ...facts,
    invoiceId,
    amountMinor: amount,
    payerName: payer,
    providerReference: reference,
    refuseTwin: intent !== "anyway",
  })
  if (recorded.ok)
    return redirectWhenReplicated(
      paths.invoice(invoiceId),
      recordedText(amount, payer, recorded.creditMinor, actor.school.currency),
    )
  const field = paymentRefusalFields[recorded.reason]
  return invalid(submission, { [field ?? "form"]: paymentRefusals[recorded.reason] }, 409)
}
