import { deletedToast } from "~/http/deleted-toast.server"
import { act, idIn, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { sentOrIssued } from "~/models/foundation/outbox/returned-address"
import { discardDraft } from "~/models/money/invoice/draft-invoice.server"
import { numbersText } from "~/models/money/invoice/invoice"
import type { Invoice } from "~/models/money/invoice/invoice.server"
import { issueDraft } from "~/models/money/invoice/issue-draft.server"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { restoreInvoice } from "~/models/money/write-off/write-off.server"
import { applyCreditRefusals, issueRefusals, writeOffRefusals } from "~/texts/money/refusals"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { switchLinks } from "./invoice-links.server"
import { pauseIntents, remind } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

/** What the buttons and the form of an invoice's page do. */
export function actOnInvoice(actor: Actor, invoice: Invoice, form: FormData) {
  const here = paths.invoice(invoice.id)
  const applies = { familyId: invoice.familyId, invoiceIds: [invoice.id], formKey: idIn(form, "formKey") }
  return intents(form, here, {
    ...pauseIntents(actor, { invoiceId: invoice.id }),
    send: () => {
      const issued = issueDraft(actor, invoice.id)
      if (issued.ok) return redirectWithToast(here, sentOrIssued(numbersText(issued.numbers), issued.reach))
      if (issued.reason === "not-a-draft")
        return redirectWithToast(here, "This invoice has already been sent.")
      return redirectWithToast(paths.newInvoice({ draft: invoice.id }), {
        tone: "bad",
        title: "Invoice not sent.",
        text: issueRefusals[issued.reason],
      })
    },
    discard: act({
      run: () => discardDraft(actor, invoice.id),
      refusals: issueRefusals,
      saved: deletedToast(
        paths.billing(),
        "Draft discarded. Its items are still ready to invoice.",
        invoice.id,
      ),
      to: paths.billing(),
    }),
    restore: act({
      run: () => restoreInvoice(actor, invoice.id),
      refusals: writeOffRefusals,
      saved: ({ amountMinor }) => `${formatMoney(amountMinor, actor.school.currency)} is due again.`,
    }),
    "settle-written-off": () => settlePaidAfterAll(actor, invoice.id, form, here),
    remind: () => remind(actor, invoice.id),
    "end-link": () => switchLinks(actor, invoice.id, false),
    "renew-link": () => switchLinks(actor, invoice.id, true),
    "apply-credit": act({
      run: () => applyCredit(actor, applies),
      refusals: applyCreditRefusals,
      saved: "Account credit applied.",
    }),
    else: () => answerPayment(actor, { invoiceId: invoice.id }, form, here),
  })
}
