import type { Actor } from "~/models/foundation/access/actor"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { dueBy } from "../installment/installment"
import { chargedAmount } from "./auto-pay"
import type { SavedMethod } from "./find-methods.server"

type Charge = { invoiceId: string; dueOn: string; amountMinor: number }

/** What is taken of an announced charge as things are: less than was announced once a part was paid otherwise. */
export const amountNow = (
  actor: Actor,
  { invoiceId, dueOn, amountMinor }: Charge,
  payer: Pick<SavedMethod, "guardianId" | "memberId">,
): number =>
  chargedAmount(amountMinor, dueBy(findInvoiceOfPayer(actor, invoiceId, payer)?.own.claims ?? [], dueOn))
