import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { discountRules } from "db/schema/money-discounts"
import { packages } from "db/schema/money-packages"
import { planRules } from "db/schema/money-plans"
import { guardians, portalAccess, students } from "db/schema/people"
import { and, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { findFamily } from "~/models/people/family/family.server"
import { setMergedInto } from "~/models/people/family/merged-family.server"
import { countOf } from "~/utils/count-of"
import { fold, fullName } from "~/utils/names"
import { familyBalance } from "../ledger/ledger.server"
import { type MergeRefusal, mergeRefusals } from "./family-merge"
import { hasPackageOf, listUninvoiced, moveItems } from "./merge-items.server"
import { joinPayers, lacksPayer, nothingMoved, PayersBefore, returnPayers } from "./merge-payers.server"

// One family goes on, the other's students, guardians, other payers and uninvoiced items join it. What was invoiced or paid stays on the
// account it was booked on, which is kept with its ledger; so a family with a balance is not removed. What is corrected of
// its lessons and fees afterwards is the other family's.

const MergeFacts = z.object({ keepId: z.string(), goneId: z.string() })
export type MergeFacts = z.output<typeof MergeFacts>

const Adult = z.object({
  id: z.string(),
  familyId: z.string(),
  payerShare: z.number(),
  /** Missing in earlier merges. */
  payerAmountMinor: z.number().nullish(),
  position: z.number(),
  memberId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const Before = z.object({
  keepId: z.string(),
  goneId: z.string(),
  students: z.array(z.string()),
  guardians: z.array(Adult),
  charges: z.array(z.string()),
  access: z.array(z.string()),
  payers: PayersBefore.default(nothingMoved),
})

type Table = typeof invoices | typeof packages | typeof discountRules | typeof savedMethods | typeof planRules

/** Why the one can't be merged into the other now; undefined when it can. */
export function whyNotMerged(actor: Actor, { keepId, goneId }: MergeFacts): MergeRefusal | undefined {
  if (keepId === goneId) return "same"
  if (!findFamily(actor, keepId) || !findFamily(actor, goneId)) return "not-found"
  if (familyBalance(actor, goneId) !== 0) return "balance"
  const has = (table: Table, more = sql`1`) =>
    db()
      .select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), eq(table.familyId, goneId), more))
      .limit(1)
      .get() !== undefined
  if (has(invoices, eq(invoices.state, "draft"))) return "draft"
  if (has(packages)) return "package"
  if (has(savedMethods, inArray(savedMethods.state, ["active", "paused"]))) return "auto-pay"
  if (has(planRules)) return "plan-rule"
  return has(discountRules) ? "discount" : undefined
}

const erasedSince = "Someone in these families was erased since, so this merge can’t be undone."

export const mergeFamiliesWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: (actor, facts) => {
    const refusal = whyNotMerged(actor, facts)
    return refusal ? { ok: false, reason: mergeRefusals[refusal] } : merge(actor, facts)
  },
  undo: (actor, _about, { before }) =>
    before === null ? { ok: false, reason: erasedSince } : takeBack(actor, Before.parse(before)),
}

function merge(actor: Actor, { keepId, goneId }: MergeFacts): ItemOutcome {
  const keep = findFamily(actor, keepId)
  const gone = findFamily(actor, goneId)
  if (!keep || !gone) return { ok: false, reason: mergeRefusals["not-found"] }
  const adults = listAdults(actor, [keepId, goneId])
  const moving = gone.students.map(({ id }) => id)
  const items = listUninvoiced(actor, goneId)
  moveStudents(actor, moving, keepId)
  moveItems(actor, items, keepId)
  const hasPayer = adults.some(({ familyId, payerShare }) => familyId === keepId && payerShare > 0)
  joinAdults(actor, keepId, adults)
  const payers = joinPayers(actor, { keepId, goneId, hasPayer })
  setMergedInto(actor, goneId, keepId)
  const access = shareAccess(actor, keepId, [...moving, ...keep.students.map(({ id }) => id)])
  recordEvent(actor, {
    noun: "family",
    verb: "merge",
    nounId: keepId,
    before: { name: gone.name },
    after: { name: keep.name, goneId, students: gone.students.map(fullName), items: items.length },
  })
  return {
    ok: true,
    note: `${countOf(moving.length, "student")} joined ${keep.name}`,
    made: keepId,
    before: { keepId, goneId, students: moving, guardians: adults, charges: items, access, payers },
  }
}

/** Adults who are in both families stay once, with what the other entry knows; the others join without a share. */
function joinAdults(actor: Actor, keepId: string, adults: readonly z.output<typeof Adult>[]) {
  const names = new Map(
    db()
      .select({ id: guardians.id, name: guardians.name })
      .from(guardians)
      .where(
        and(
          own(actor, guardians),
          inArray(
            guardians.id,
            adults.map(({ id }) => id),
          ),
        ),
      )
      .all()
      .map(({ id, name }) => [id, fold(name)]),
  )
  const present = adults.filter(({ familyId }) => familyId === keepId)
  const hasPayer = present.some(({ payerShare }) => payerShare > 0)
  for (const [index, adult] of adults.filter(({ familyId }) => familyId !== keepId).entries()) {
    const same = present.find(
      (one) =>
        (one.email !== null && one.email === adult.email) ||
        (names.get(one.id) === names.get(adult.id) && (one.email === null || adult.email === null)),
    )
    const isOnePerson = same && !(same.memberId && adult.memberId && same.memberId !== adult.memberId)
    if (!isOnePerson) {
      const payerShare = hasPayer ? 0 : adult.payerShare
      const position = present.length + index
      setAdult(actor, adult.id, { familyId: keepId, payerShare, payerAmountMinor: null, position })
      continue
    }
    if (adult.memberId) setAdult(actor, adult.id, { memberId: null })
    setAdult(actor, same.id, {
      memberId: same.memberId ?? adult.memberId,
      email: same.email ?? adult.email,
      phone: same.phone ?? adult.phone,
    })
  }
}

/** Every guardian of the family who can log in sees each of its students. Answers the new rows. */
function shareAccess(actor: Actor, familyId: string, studentIds: readonly string[]): string[] {
  const memberIds = [...new Set(listAdults(actor, [familyId]).flatMap(({ memberId }) => memberId ?? []))]
  return memberIds.flatMap((memberId) =>
    studentIds.flatMap((studentId) => {
      const row = newRow(actor)
      const { changes } = db()
        .insert(portalAccess)
        .values({ ...row, memberId, studentId, as: "guardian" })
        .onConflictDoNothing()
        .run()
      return changes > 0 ? [row.id] : []
    }),
  )
}

function takeBack(actor: Actor, before: z.output<typeof Before>): ItemOutcome {
  const { keepId, goneId } = before
  const keep = findFamily(actor, keepId)
  if (!keep || !findFamily(actor, goneId)) return { ok: false, reason: mergeRefusals["not-found"] }
  const present = new Set(keep.students.map(({ id }) => id))
  if (before.students.some((id) => !present.has(id)))
    return { ok: false, reason: "A student has moved to another family since." }
  const free = new Set(listUninvoiced(actor, keepId))
  if (before.charges.some((id) => !free.has(id)))
    return { ok: false, reason: "Items of this family have been invoiced or changed since." }
  if (hasPackageOf(actor, keepId, before.students))
    return { ok: false, reason: "A package was sold to one of these students since." }
  const known = new Map(listAdults(actor, [keepId, goneId]).map((adult) => [adult.id, adult]))
  if (before.guardians.some(({ id }) => !known.has(id)))
    return { ok: false, reason: "A guardian was removed since." }
  if (lacksPayer(actor, before.payers)) return { ok: false, reason: "A payer was removed since." }
  setMergedInto(actor, goneId, null)
  moveStudents(actor, before.students, goneId)
  // What these students were charged since is theirs, too.
  moveItems(actor, [...before.charges, ...listUninvoiced(actor, keepId, before.students)], goneId)
  for (const { id, ...adult } of before.guardians)
    setAdult(actor, id, { memberId: null, familyId: adult.familyId })
  for (const { id, ...adult } of before.guardians) setAdult(actor, id, adult)
  returnPayers(actor, keepId, before.payers)
  db()
    .delete(portalAccess)
    .where(and(own(actor, portalAccess), inArray(portalAccess.id, before.access)))
    .run()
  recordEvent(actor, { noun: "family", verb: "unmerge", nounId: keepId, after: { name: keep.name, goneId } })
  return { ok: true, note: `${countOf(before.students.length, "student")} back`, made: goneId }
}

const listAdults = (actor: Actor, familyIds: readonly string[]) =>
  db()
    .select({
      id: guardians.id,
      familyId: guardians.familyId,
      payerShare: guardians.payerShare,
      payerAmountMinor: guardians.payerAmountMinor,
      position: guardians.position,
      memberId: guardians.memberId,
      email: guardians.email,
      phone: guardians.phone,
    })
    .from(guardians)
    .where(and(own(actor, guardians), inArray(guardians.familyId, [...familyIds])))
    .orderBy(guardians.position, guardians.id)
    .all()

function moveStudents(actor: Actor, ids: readonly string[], familyId: string) {
  db()
    .update(students)
    .set({ familyId })
    .where(and(own(actor, students), inArray(students.id, [...ids])))
    .run()
}

function setAdult(actor: Actor, guardianId: string, to: Partial<typeof guardians.$inferInsert>) {
  db()
    .update(guardians)
    .set(to)
    .where(own(actor, guardians, guardianId))
    .run()
}
