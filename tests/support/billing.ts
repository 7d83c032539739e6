import { charges } from "db/schema/money"
import { families, guardians, students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import {
  type BatchChoice,
  type BatchEnd,
  endOfBatch,
  invoiceRunWork,
  startBatch,
} from "~/models/money/invoice/invoice-batch.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { addRows } from "./school"

// A family with a balance, as rows: the ground of the tests of invoices and payments.

type Adult = { name: string; email?: string | null; payerShare: number; seesMoney?: boolean }

export const okaforAdults: Adult[] = [
  { name: "Mateo Okafor", email: "mateo.okafor@example.com", payerShare: 5000 },
  { name: "Zoë Okafor", email: "zoe.okafor2@example.net", payerShare: 5000 },
]

/** A family with adults and children; ids in the order given. */
export function openFamily(
  actor: Actor,
  facts: { name?: string; address?: string; adults?: Adult[]; children?: string[] } = {},
) {
  const schoolId = actor.school.id
  const createdAt = now()
  const name = facts.name ?? "Okafor"
  const familyId = newId()
  addRows(families, {
    schoolId,
    id: familyId,
    createdAt,
    name,
    address: facts.address ?? "0 High Street\nSpringfield",
  })
  const guardianIds = (facts.adults ?? okaforAdults).map((adult, position) => {
    const id = newId()
    addRows(guardians, { schoolId, id, createdAt, familyId, position, email: null, ...adult })
    return id
  })
  const studentIds = (facts.children ?? ["Amara", "Freya"]).map((firstName) => {
    const id = newId()
    addRows(students, { schoolId, id, createdAt, familyId, firstName, lastName: name, status: "active" })
    return id
  })
  return { familyId, guardianIds, studentIds }
}

/** An unbilled charge of a family; minor units. */
export function owe(
  actor: Actor,
  family: { familyId: string; studentIds: string[] },
  amountMinor: number,
  facts: Partial<typeof charges.$inferInsert> = {},
): string {
  const id = newId()
  addRows(charges, {
    schoolId: actor.school.id,
    id,
    createdAt: now(),
    familyId: family.familyId,
    studentId: family.studentIds[0] ?? null,
    source: "item",
    description: "Method book, Violin 2",
    reason: "Other charge",
    occurredOn: "2026-11-09",
    amountMinor,
    ...facts,
  })
  return id
}

/** What a form for November would send. */
export const november = (familyId: string, chargeIds: string[]) => ({
  familyId,
  from: "2026-11-01",
  to: "2026-11-30",
  dueOn: "2026-12-02",
  chargeIds,
  unchargedSeatIds: [],
  note: null,
})

/** Sends or drafts the invoices of a run until none is left, as the form of a few families does. */
export function billFamilies(actor: Actor, choice: BatchChoice, formKey: string | null = null): BatchEnd {
  const taskId = startBatch(actor, choice, formKey)
  while (runNextItems(actor, taskId, invoiceRunWork(choice.asDrafts)));
  return endOfBatch(actor, taskId)
}
