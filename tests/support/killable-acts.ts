import type { Actor } from "~/models/foundation/access/actor"
import { makeDigests } from "~/models/foundation/outbox/digest.server"
import { billBatch } from "~/models/money/invoice/invoice-batch.server"
import { remindOfMany } from "~/models/money/invoice/overdue-invoices.server"
import { tellEnding } from "~/models/teaching/class/ending-letters.server"
import { now } from "~/utils/clock.server"
import { payInCash } from "./payments"

// Acts with mail or money that a process is killed in the middle of. Each is given what a form would carry, its key too.

export const killableAct = {
  "an invoice run": (actor: Actor, { ids, key }: ActFacts) =>
    billBatch(
      actor,
      {
        ...{ from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null },
        familyIds: ids,
        asDrafts: false,
      },
      key,
    ),
  "reminders of invoices": (actor: Actor, { ids, key }: ActFacts) => remindOfMany(actor, ids, key),
  "a payment": (actor: Actor, { ids, key }: ActFacts) =>
    payInCash(actor, {
      amountMinor: 1000,
      receivedOn: "2026-11-17",
      payerName: "Payer 0",
      invoiceId: ids[0] ?? "",
      formKey: key,
    }),
  "telling of a class’s end": (actor: Actor, { ids: [classId = "", endingId = ""] }: ActFacts) =>
    tellEnding(actor, classId, endingId),
  "a daily email": () => {
    makeDigests(now())
    return undefined
  },
} satisfies Record<string, (actor: Actor, facts: ActFacts) => unknown>

export type ActFacts = { ids: string[]; key: string }
export type KillableAct = keyof typeof killableAct
