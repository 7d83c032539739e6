import type { PayerEmails } from "~/components/money/invoice/invoice-emails"
import { act, idIn, intents } from "~/http/intents.server"
import { deletedToast, redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listHistory } from "~/models/foundation/audit/history.server"
import { notEmailedText, sentOrIssued } from "~/models/foundation/outbox/bounce"
import { farthest, isTrouble } from "~/models/foundation/outbox/delivery"
import { deliveriesTo, listMailAbout, listPhoneAbout } from "~/models/foundation/outbox/delivery.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { discardDraft } from "~/models/money/invoice/draft-invoice.server"
import { draftMark } from "~/models/money/invoice/draft-mark.server"
import { numbersText } from "~/models/money/invoice/invoice"
import type { Invoice } from "~/models/money/invoice/invoice.server"
import { listOpenings } from "~/models/money/invoice/invoice-opened.server"
import { issueDraft } from "~/models/money/invoice/issue-invoice.server"
import { listUnderWay, sumUnderWay } from "~/models/money/invoice/orders-under-way.server"
import {
  listOpenLinks,
  renewInvoiceLinks,
  revokeInvoiceLinks,
} from "~/models/money/invoice-link/invoice-link.server"
import { applyCredit } from "~/models/money/payment/spare-credit.server"
import { restoreInvoice } from "~/models/money/write-off/write-off.server"
import { applyCreditRefusals, issueRefusals, writeOffRefusals } from "~/texts/money/refusals"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { formatInstant, localDate } from "~/utils/zones"
import { pauseIntents, remind } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

/** The working payment links of an invoice, with the last day each works. */
export const linksOf = (actor: Actor, invoiceId: string) =>
  listOpenLinks(actor, invoiceId).map(({ expiresAt, ...link }) => ({
    ...link,
    until: localDate(expiresAt, actor.school.timeZone),
  }))

/** What of an invoice a provider has taken and not completed; minor units. */
export const processingOf = (actor: Actor, invoiceId: string): number =>
  sumUnderWay(listUnderWay(actor, invoiceId))

const channels = ["text", "push"] as const

/** What became of what an invoice's payers were sent, by payer, who else of the family has opened it in the portal, and whose emails come back. */
export function deliveriesOf(actor: Actor, { id, shares }: Pick<Invoice, "id" | "shares">) {
  const openings = listOpenings(actor, id)
  const openedBy = (payerId: string | null) =>
    payerId === null ? undefined : openings.find(({ guardianId }) => guardianId === payerId)
  const opened = ({ at }: { at: number }) => formatInstant(at, actor.school.timeZone)
  const mails = listMailAbout(actor, [id], ["invoice-issued", "invoice-reminder"])
  const phone = groupBy(listPhoneAbout(actor, [id]), ({ event }) => event)
  const payers = deliveriesTo(actor, mails, "invoice-issued", shares).map(
    ({ delivery, ...of }, index): PayerEmails => {
      const { name = "", payerId = null } = shares[index] ?? {}
      const opening = openedBy(payerId)
      return {
        name,
        delivery: opening && of.mails.length > 0 && !isTrouble(delivery) ? { state: "opened" } : delivery,
        opened: opening ? opened(opening) : null,
        mails: of.mails.map(({ template, at, ...mail }) => ({
          isReminder: template === "invoice-reminder",
          on: localDate(at, actor.school.timeZone),
          delivery: mail.delivery,
          phone: channels.flatMap((channel) => farthest(phone.get(mail.id) ?? [], channel) ?? []),
        })),
      }
    },
  )
  const payerIds = new Set(shares.map(({ payerId }) => payerId))
  const others = new Map(
    openings
      .filter(
        ({ memberId }) => !openings.some((one) => one.memberId === memberId && payerIds.has(one.guardianId)),
      )
      .map((opening) => [opening.memberId, { name: opening.name, opened: opened(opening) }]),
  )
  const reach = reachOf({ template: "invoice-reminder", schoolId: actor.school.id }, shares)
  return { payers, others: [...others.values()], notEmailed: notEmailedText(reach.returned) }
}

const mostEvents = 40

/** What happened to an invoice, a family, a hire or an expense, newest first, with times in the school's zone. */
export const historyOf = (
  actor: Actor,
  { noun, id }: { noun: "invoice" | "family" | "hire" | "expense" | "voucher"; id: string },
) =>
  listHistory(actor, [{ noun, ids: [id] }], mostEvents).map(({ at, ...event }) => ({
    ...event,
    at: formatInstant(at, actor.school.timeZone),
  }))

/** Turns an invoice's payment links on or off. */
function switchLinks(actor: Actor, invoiceId: string, isOn: boolean) {
  const here = paths.invoice(invoiceId)
  if (isOn) {
    const renewed = renewInvoiceLinks(actor, invoiceId)
    return renewed.ok
      ? redirectWithToast(here, "Payment link created.")
      : redirectWithToast(here, { tone: "bad", title: "Only an invoice that was sent has a payment link." })
  }
  const revoked = revokeInvoiceLinks(actor, invoiceId)
  return redirectWithToast(
    here,
    revoked.ok ? "Payment link turned off. Its address no longer works." : "The payment link is already off.",
  )
}

/** What the buttons and the form of an invoice's page do. */
export function actOnInvoice(actor: Actor, invoice: Invoice, form: FormData) {
  const here = paths.invoice(invoice.id)
  const applies = { familyId: invoice.familyId, invoiceIds: [invoice.id], formKey: idIn(form, "formKey") }
  return intents(form, here, {
    ...pauseIntents(actor, { invoiceId: invoice.id }),
    send: () => {
      const shown = form.get("draftShown")
      if (invoice.number === null && shown && shown !== draftMark(actor, invoice))
        return redirectWithToast(here, {
          tone: "bad",
          title: `This draft or its payers changed, so it wasn’t sent. It’s now ${formatMoney(invoice.totalMinor, invoice.currency)}.`,
          text: "Check it below, then send it.",
        })
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
