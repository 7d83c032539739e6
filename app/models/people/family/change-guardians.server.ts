import { transact } from "db/client.server"
import { participants } from "db/schema/communication"
import { invoices } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { invoiceLinks } from "db/schema/money-links"
import { paymentOrders, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { familyPayerParts } from "db/schema/payers"
import { guardians } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { dataChanges } from "db/schema/people-own-data"
import { and, eq, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetAnswers } from "~/models/foundation/custom-field/answers.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { listGuardians } from "./family.server"

/** An adult as someone wrote them down; one with an id is in the family already. */
export type GuardianEntry = {
  id?: string
  name: string
  relation?: string
  email?: string
  phone?: string
  /** Basis points; those of a family are 10 000 together. */
  payerShare: number
  seesMoney: boolean
  remove: boolean
}

export type GuardiansRefusal =
  | { reason: "other-guardians" }
  | { reason: "not-whole" }
  | { reason: "guardian-needed"; name: string; why: "signs-in" | "has-money" }

/**
 * Brings the adults of a family up to what was written. Refused when the family has other
 * adults by now, when the shares are not the whole, and when someone is to be removed who signs in or is on an
 * invoice or payment. Another address makes an open invitation worthless.
 */
export const changeGuardians = (
  actor: Actor,
  familyId: string,
  entries: readonly GuardianEntry[],
): { ok: true } | ({ ok: false } & GuardiansRefusal) =>
  transact(() => changeGuardiansOf(actor, familyId, entries))

function changeGuardiansOf(
  actor: Actor,
  familyId: string,
  entries: readonly GuardianEntry[],
): { ok: true } | ({ ok: false } & GuardiansRefusal) {
  const before = listGuardians(actor, [familyId])
  const known = new Map(before.map((guardian) => [guardian.id, guardian]))
  const named = entries.flatMap(({ id }) => id ?? [])
  const isComplete = named.length === known.size && named.every((id) => known.has(id))
  if (!isComplete) return { ok: false, reason: "other-guardians" }
  const staying = entries.filter(({ remove }) => !remove)
  const total = staying.reduce((sum, { payerShare }) => sum + payerShare, 0)
  if (staying.length > 0 && total !== 10_000) return { ok: false, reason: "not-whole" }
  for (const { id, remove } of entries) {
    const guardian = id && remove ? known.get(id) : undefined
    const why = guardian && neededFor(actor, guardian)
    if (guardian && why) return { ok: false, reason: "guardian-needed", name: guardian.name, why }
  }

  for (const { id, remove } of entries) if (id && remove) removeGuardian(actor, id, known.get(id)?.name ?? "")
  for (const [position, { id, remove: _, ...guardian }] of staying.entries()) {
    const { name, payerShare, seesMoney } = guardian
    const { relation = null, email = null, phone = null } = guardian
    const facts = { name, relation, email, phone, payerShare, seesMoney, position }
    if (id) {
      change(actor, guardians, id, facts)
      if (known.get(id)?.email !== email) revokeLinks("guardian-invitation", id)
    } else add(actor, guardians, { familyId, ...facts })
  }
  const after = listGuardians(actor, [familyId])
  for (const { id, email, memberId } of after)
    moveReader(actor, { from: known.get(id)?.email ?? null, to: email, memberId })
  if (JSON.stringify(before) !== JSON.stringify(after))
    recordEvent(actor, { verb: "change-guardians", noun: "family", nounId: familyId, before, after })
  return { ok: true }
}

function removeGuardian(actor: Actor, id: string, name: string) {
  revokeLinks("guardian-invitation", id)
  // What was answered for a student stays the student's.
  change(actor, consentAnswers, and(eq(consentAnswers.guardianId, id), isNotNull(consentAnswers.studentId)), {
    guardianId: null,
  })
  deleteToBin(actor, { noun: "guardian", recordId: id, name }, () => {
    for (const table of [dataChanges, consentAnswers, participants, familyPayerParts])
      remove(actor, table, eq(table.guardianId, id))
    forgetAnswers(actor, [id])
    remove(actor, guardians, id)
  })
}

/** Where money names a guardian. */
const namedOn = [invoiceShares, invoices, invoiceLinks, payments, paymentOrders, savedMethods]

function neededFor(actor: Actor, { id, memberId }: { id: string; memberId: string | null }) {
  if (memberId) return "signs-in"
  const isNamed = namedOn.some((table) =>
    select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), eq(table.guardianId, id)))
      .limit(1)
      .get(),
  )
  return isNamed ? "has-money" : undefined
}
