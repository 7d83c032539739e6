import type { Actor } from "~/models/foundation/access/actor"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { titleIn } from "~/models/money/auto-pay/auto-pay"
import { findPlannedChargeOf } from "~/models/money/auto-pay/planned-charge.server"
import { secretForMail } from "~/models/money/invoice-link/invoice-link.server"
import { env } from "~/utils/env.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { Linked } from "./invoice-letters"

/** Whether a template takes a link under which its invoice is read and paid without a login. */
export const isAboutInvoice = (template: string) =>
  ["invoice-issued", "invoice-reminder", "invoice-voided", "payment-plan"].includes(template)

export type InvoiceMail = MailData["invoice-issued" | "invoice-reminder" | "invoice-voided" | "payment-plan"]

/** Minted when the mail is written, so that no secret waits in the outbox. */
export function linkOf(actor: Actor, { linkId, invoiceId, recipientName, ...mail }: InvoiceMail): Linked {
  const secret = linkId ? secretForMail(actor, linkId) : null
  // Of a plan for several invoices each charge is announced by itself.
  const isOfSeveral = "several" in mail && mail.several
  const planned = isOfSeveral
    ? undefined
    : findPlannedChargeOf(actor, invoiceId, { linkId, name: recipientName })
  return {
    ...(secret ? { payUrl: `${env().APP_URL}${paths.payInvoice(secret)}` } : {}),
    ...(planned ? { charge: chargeIn(actor, planned) } : {}),
  }
}

type Planned = NonNullable<ReturnType<typeof findPlannedChargeOf>>

const chargeIn = ({ school }: Actor, { amountMinor, account, provider, chargeOn }: Planned) => ({
  amount: formatMoney(amountMinor, school.currency, school),
  account: titleIn(account, provider),
  on: formatDate(chargeOn, "full", school),
})
