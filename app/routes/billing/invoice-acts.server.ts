import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { sentOrIssued } from "~/models/foundation/outbox/returned-address"
import { discardDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueRefusals, numbersText } from "~/models/money/invoice/invoice"
import type { Invoice } from "~/models/money/invoice/invoice.server"
import { issueDraft } from "~/models/money/invoice/issue-draft.server"
import { creditRefusals } from "~/models/money/payment/payment"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { writeOffRefusals } from "~/models/money/write-off/write-off"
import { restoreInvoice } from "~/models/money/write-off/write-off.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { switchLinks } from "./invoice-links.server"
import { pauseOrResume, remind } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

/** What the buttons and the form of an invoice's page do. */
export function actOnInvoice(actor: Actor, invoice: Invoice, form: FormData) {
  const here = paths.invoice(invoice.id)
  const paused = pauseOrResume(actor, form, { invoiceId: invoice.id }, here)
  if (paused) return paused
  switch (form.get("intent")) {
    case "send": {
      const issued = issueDraft(actor, invoice.id)
      if (issued.ok) return redirectWithToast(here, sentOrIssued(numbersText(issued.numbers), issued.reach))
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
        ? redirectAfterDeleting(
            paths.billing(),
            "Draft discarded. Its items are still ready to invoice.",
            invoice.id,
          )
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
    case "settle-written-off":
      return settlePaidAfterAll(actor, invoice.id, form, here)
    case "remind":
      return remind(actor, invoice.id)
    case "end-link":
    case "renew-link":
      return switchLinks(actor, invoice.id, form.get("intent") === "renew-link")
    case "apply-credit": {
      const formKey = String(form.get("formKey") ?? "").slice(0, 64)
      const applied = applyCredit(actor, { familyId: invoice.familyId, invoiceIds: [invoice.id], formKey })
      return redirectWithToast(
        here,
        applied.ok ? "Account credit applied." : { tone: "bad", title: creditRefusals[applied.reason] },
      )
    }
    default:
      return answerPayment(actor, { invoiceId: invoice.id }, form, here)
  }
}
