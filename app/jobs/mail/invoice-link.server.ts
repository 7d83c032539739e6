import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { secretForMail } from "~/models/money/invoice-link/invoice-link.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Linked } from "./invoice-letters"

/** Whether a template takes a link under which its invoice is read and paid without a login. */
export const isAboutInvoice = (template: string) =>
  ["invoice-issued", "invoice-reminder", "invoice-voided", "payment-plan"].includes(template)

export type InvoiceMail = MailData["invoice-issued" | "invoice-reminder" | "invoice-voided" | "payment-plan"]

/** Minted when the mail is written, so that no secret waits in the outbox. */
export function linkOf(actor: Actor, { linkId }: InvoiceMail): Linked {
  const secret = linkId ? secretForMail(actor, linkId) : null
  return secret ? { payUrl: `${env().APP_URL}${paths.payInvoice(secret)}` } : {}
}
