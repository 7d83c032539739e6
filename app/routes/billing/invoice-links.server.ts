import type { PayerEmails } from "~/components/money/invoice/invoice-emails"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listHistory } from "~/models/foundation/audit/history.server"
import { deliveriesTo, listMailAbout } from "~/models/foundation/outbox/delivery.server"
import type { Invoice } from "~/models/money/invoice/invoice.server"
import { listUnderWay, sumUnderWay } from "~/models/money/invoice/orders-under-way.server"
import {
  listOpenLinks,
  renewInvoiceLinks,
  revokeInvoiceLinks,
} from "~/models/money/invoice-link/invoice-link.server"
import { paths } from "~/utils/paths"
import { formatInstant, localDate } from "~/utils/zones"

/** The working payment links of an invoice, with the last day each works. */
export const linksOf = (actor: Actor, invoiceId: string) =>
  listOpenLinks(actor, invoiceId).map(({ expiresAt, ...link }) => ({
    ...link,
    until: localDate(expiresAt, actor.school.timeZone),
  }))

/** What of an invoice a provider has taken and not completed; minor units. */
export const processingOf = (actor: Actor, invoiceId: string): number =>
  sumUnderWay(listUnderWay(actor, invoiceId))

/** What became of an invoice's emails, by payer. */
export const emailsOf = (actor: Actor, { id, shares }: Pick<Invoice, "id" | "shares">): PayerEmails[] =>
  deliveriesTo(
    actor,
    listMailAbout(actor, [id], ["invoice-issued", "invoice-reminder"]),
    "invoice-issued",
    shares,
  ).map(({ delivery, mails }, index) => ({
    name: shares[index]?.name ?? "",
    delivery,
    mails: mails.map(({ template, at, ...mail }) => ({
      isReminder: template === "invoice-reminder",
      on: localDate(at, actor.school.timeZone),
      delivery: mail.delivery,
    })),
  }))

const mostEvents = 40

/** What happened to an invoice, a family, a hire or an expense, newest first, with times in the school's zone. */
export const historyOf = (
  actor: Actor,
  { noun, id }: { noun: "invoice" | "family" | "hire" | "expense"; id: string },
) =>
  listHistory(actor, [{ noun, ids: [id] }], mostEvents).map(({ at, ...event }) => ({
    ...event,
    at: formatInstant(at, actor.school.timeZone),
  }))

/** Turns an invoice's payment links on or off. */
export function switchLinks(actor: Actor, invoiceId: string, isOn: boolean) {
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
