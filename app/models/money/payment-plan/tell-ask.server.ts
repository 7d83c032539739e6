import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { findInvoice } from "../invoice/invoice.server"
import type { AskForm } from "./plan-form"

// Emails about a request to pay in installments, queued in the transaction of the request or its answer.

/** Tells the office what a family asks for. */
export function tellAsk(actor: Actor, ask: AskForm & { number: string; openMinor: number }) {
  const askerName = findMember(actor, actor.memberId ?? "")?.name ?? ""
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "plan-asked",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        recipientName: name,
        askerName,
        number: ask.number,
        open: formatMoney(ask.openMinor, actor.school.currency, actor.school),
        installments: ask.count,
        firstOn: formatDate(ask.firstOn, "full", actor.school),
        note: ask.note,
      },
    })
}

/** Tells who asked that the office doesn't agree, where they have an address. Answers the invoice's number. */
export function tellDecline(
  actor: Actor,
  { invoiceId, askedBy, reason }: { invoiceId: string; askedBy: string; reason: string },
): string | null {
  const invoice = findInvoice(actor, invoiceId)
  const asker = findMember(actor, askedBy)
  if (invoice && asker?.email)
    queueMail({
      template: "plan-declined",
      schoolId: actor.school.id,
      recipient: asker.email,
      data: {
        schoolName: actor.school.name,
        recipientName: asker.name,
        number: invoice.number ?? "",
        open: formatMoney(invoice.openMinor, invoice.currency, actor.school),
        dueOn: formatDate(invoice.dueOn, "full", actor.school),
        reason,
        invoiceId,
      },
    })
  return invoice?.number ?? null
}

const findMember = (actor: Actor, memberId: string) =>
  select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members, memberId))
    .get()
