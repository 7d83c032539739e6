import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import type { Reach } from "~/models/foundation/outbox/returned-address"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { ownShareOf } from "../family-invoice/family-invoice"
import { type Claim, claimsOfPayer } from "../installment/installment"
import { howToPay } from "../invoice/how-to-pay.server"
import type { Invoice } from "../invoice/invoice.server"
import { linkForMail } from "../invoice-link/invoice-link.server"
import { portalsOf } from "../payer/list-payers.server"

/** Emails each payer of the invoices what is due when, in the caller's transaction. Answers whom it leaves for. */
export function tellOfPlan(
  actor: Actor,
  covered: readonly Invoice[],
  { isOver, verb, reason }: { isOver: boolean; verb: string; reason: string | null },
): Reach {
  const mail = { template: "payment-plan", schoolId: actor.school.id } as const
  const open = covered.filter(({ openMinor }) => openMinor > 0)
  const [first] = open
  if (!first) return reachOf(mail, [])
  const money = (amountMinor: number) => formatMoney(amountMinor, first.currency, actor.school)
  const hasPortal = portalsOf(actor, first)
  const numbers = joinNames(open.map(({ number }) => number ?? ""))
  const asked: { name: string; email: string | null }[] = []
  for (const { name, email, payerId } of first.shares) {
    const claims = open.flatMap((invoice) => claimsFor(invoice, payerId))
    const openMinor = claims.reduce((sum, each) => sum + each.openMinor, 0)
    if (openMinor <= 0) continue
    asked.push({ name, email })
    if (!email) continue
    queueMail({
      ...mail,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        act: isOver ? "ended" : verb === "change-plan" ? "changed" : "agreed",
        numbers,
        several: open.length > 1,
        open: money(openMinor),
        installments: byDay(claims).map(([day, amountMinor]) => [
          formatDate(day, "full", actor.school),
          money(amountMinor),
        ]),
        reason,
        invoiceId: first.id,
        hasPortal: hasPortal(payerId),
        linkId: linkForMail(
          actor,
          { invoiceId: first.id, dueOn: claims.at(-1)?.dueOn ?? first.dueOn },
          { payerId, name, email },
        ),
        howToPay: howToPay(actor, first, openMinor),
      },
    })
  }
  return reachOf(mail, asked)
}

function claimsFor(invoice: Invoice, payerId: string | null): Claim[] {
  const { openMinor } = ownShareOf(invoice, payerId)
  return claimsOfPayer(invoice.claims, invoice.shares, { payerId, openMinor })
}

function byDay(claims: readonly Claim[]): [day: string, amountMinor: number][] {
  const sums = new Map<string, number>()
  for (const { dueOn, openMinor } of claims) sums.set(dueOn, (sums.get(dueOn) ?? 0) + openMinor)
  return [...sums].sort(([a], [b]) => a.localeCompare(b))
}
