import type { Actor } from "~/models/foundation/access/actor"
import { type NewPayment, recordPayment } from "~/models/money/payment/payment.server"

type Usual = "method" | "receivedOn" | "payerName"
type Cash<Payment> = Payment extends NewPayment ? Omit<Payment, Usual> & Partial<Pick<Payment, Usual>> : never

/** Cash for an invoice or a family, on the day of the tests and from Jonas Haddad where nothing else is said. */
export const payInCash = (actor: Actor, payment: Cash<NewPayment>) =>
  recordPayment(actor, {
    method: "cash",
    receivedOn: "2026-11-18",
    payerName: "Jonas Haddad",
    ...payment,
  } as NewPayment)
