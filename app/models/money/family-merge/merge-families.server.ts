import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { invoiceLinks } from "db/schema/money-links"
import { packages } from "db/schema/money-packages"
import { paymentOrders, payments } from "db/schema/money-payments"
import { planRules } from "db/schema/money-plans"
import { invoiceShares } from "db/schema/money-shares"
import { outsidePayers } from "db/schema/payers"
import { families, guardians, portalAccess, students } from "db/schema/people"
import { and, eq, gte, inArray, notExists, or, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addUnlessThere,
  askAll,
  type Changes,
  change,
  find,
  hasRow,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { columns, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { findFamily } from "~/models/people/family/family.server"
import { findMergedInto, setMergedInto } from "~/models/people/family/merged-family.server"
import { type MergeFamiliesRefusal, mergeFamiliesRefusals } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { fold, fullName } from "~/utils/names"
import { offInvoice, standing } from "../charge/charge-query.server"
import { moveDrafts } from "../invoice/draft-invoice.server"
import {
  carryOver,
  EndedPause,
  hangsOnMoved,
  type Moved,
  makeRoom,
  moveAccount,
  moveBack,
  movedBy,
  resumePause,
  SamePayer,
} from "./account-moves.server"
import { DiscountStays } from "./family-merge"
import { Adult, joinAdults, listAdults, returnAdults } from "./join-adults.server"
import { autoPayThatStays, listJoinedAutoPayers, moveAnnounced } from "./join-auto-pay.server"
import { DiscountsBefore, joinDiscounts, returnDiscounts } from "./join-discounts.server"
import { bookedSince } from "./since-merge.server"

// Who was entered in both families pays as one person from then on: their parts of the invoices that join, what they paid, their
// links and tries are those of the entry that stays. Invoices keep the name and address they were sent to.

// Payers who aren't guardians, when two families become one: they join the family that goes on with their addresses and the
// invoices that name them, and are forgotten with its last person.

const Payer = z.object({
  id: z.string(),
  familyId: z.string(),
  payerShare: z.number(),
  payerAmountMinor: z.number().nullable(),
  position: z.number(),
  removedAt: z.number().nullable(),
})

/** What an undo puts back. Missing in earlier merges. */
const PayersBefore = z.object({
  moved: z.array(Payer).default([]),
  /** Whether each payer of the family that goes on had an invoice of their own. */
  hadOwnInvoices: z.boolean().nullable().default(null),
})
type PayersBefore = z.output<typeof PayersBefore>

const nothingMoved: PayersBefore = { moved: [], hadOwnInvoices: null }

/**
 * Moves them in the caller's transaction. They pay nothing of the family's next invoices until its rules say so, or as before
 * where it has no payer. One whom the family has already leaves the rules. As after adding one, each payer gets an invoice
 * of their own.
 */
function joinPayers(
  actor: Actor,
  { keepId, goneId, hasPayer }: { keepId: string; goneId: string; hasPayer: boolean },
): { before: PayersBefore; same: SamePayer[] } {
  const joining = listRows(actor, goneId)
  if (joining.length === 0) return { before: nothingMoved, same: [] }
  const present = listRows(actor, keepId)
  const standing = present.filter(({ removedAt }) => removedAt === null)
  const isTaken = hasPayer || standing.some((one) => one.payerShare > 0 || one.payerAmountMinor !== null)
  const same: SamePayer[] = []
  for (const [index, one] of joining.entries()) {
    const at = standing.findIndex((other) => other.email === one.email && fold(other.name) === fold(one.name))
    const isThere = at >= 0
    for (const other of standing.splice(at, isThere ? 1 : 0))
      same.push({ from: one.id, to: other.id, as: "outsidePayerId" })
    const isRemoved = one.removedAt !== null || isThere
    setPayer(actor, one.id, {
      familyId: keepId,
      position: present.length + index,
      payerShare: isTaken || isRemoved ? 0 : one.payerShare,
      payerAmountMinor: null,
      removedAt: one.removedAt ?? (isThere ? now() : null),
    })
  }
  const keep = find(actor, families, keepId)
  const hadOwnInvoices = keep?.hasOwnInvoices ?? false
  if (joining.some(({ removedAt }) => removedAt === null)) setOwnInvoices(actor, keepId, true)
  return { before: { moved: joining.map(({ name: _n, email: _e, ...one }) => one), hadOwnInvoices }, same }
}

/** Whether a payer who was moved is gone since, so that the merge can't be undone. */
const lacksPayer = (actor: Actor, { moved }: PayersBefore): boolean =>
  ownRows(actor, outsidePayers, ["id"])
    .where(
      inArray(
        outsidePayers.id,
        moved.map(({ id }) => id),
      ),
    )
    .all().length < moved.length

/** Puts moved payers back as they were, in the caller's transaction. */
function returnPayers(actor: Actor, keepId: string, { moved, hadOwnInvoices }: PayersBefore) {
  for (const { id, ...one } of moved) setPayer(actor, id, one)
  if (hadOwnInvoices !== null) setOwnInvoices(actor, keepId, hadOwnInvoices)
}

const listRows = (actor: Actor, familyId: string) =>
  ownRows(actor, outsidePayers, {
    ...columns(outsidePayers, "id", "familyId", "name", "email"),
    ...columns(outsidePayers, "payerShare", "payerAmountMinor", "position", "removedAt"),
  })
    .where(eq(outsidePayers.familyId, familyId))
    .orderBy(outsidePayers.position, outsidePayers.id)
    .all()

function setPayer(actor: Actor, payerId: string, to: Changes<typeof outsidePayers>) {
  change(actor, outsidePayers, payerId, to)
}

function setOwnInvoices(actor: Actor, familyId: string, hasOwnInvoices: boolean) {
  change(actor, families, familyId, { hasOwnInvoices })
}

type PayerTable =
  | typeof invoiceShares
  | typeof invoiceLinks
  | typeof payments
  | typeof paymentOrders
  | typeof savedMethods

/** Where money names who pays, and which rows of it are of what a merge moved. */
const payerTables: readonly {
  table: PayerTable
  isMoved: (moved: Moved, goneId: string) => SQL | undefined
  onlyGuardians?: true
}[] = [
  { table: invoiceShares, isMoved: (moved) => sql`${invoiceShares.invoiceId} in ${moved("invoice")}` },
  { table: invoiceLinks, isMoved: (moved) => sql`${invoiceLinks.invoiceId} in ${moved("invoice")}` },
  { table: payments, isMoved: (moved) => sql`${payments.id} in ${moved("payment")}` },
  {
    table: paymentOrders,
    isMoved: (moved, goneId) =>
      or(sql`${paymentOrders.invoiceId} in ${moved("invoice")}`, eq(paymentOrders.familyId, goneId)),
  },
  {
    table: savedMethods,
    isMoved: (moved) => sql`${savedMethods.id} in ${moved("saved_method")}`,
    onlyGuardians: true,
  },
]

/** Names the entry that stays wherever money named the other, in the caller's transaction; invoices do by their move. */
function nameOnce(actor: Actor, same: readonly SamePayer[]) {
  for (const payer of same)
    for (const { table, onlyGuardians } of payerTables)
      if (payer.as === "guardianId" || !onlyGuardians) rename(actor, table, payer)
}

/** The same backward: what the merge moved names the earlier entry again, with what was made for these invoices since. */
function nameApart(
  actor: Actor,
  { id: mergeId, goneId }: { id: string; goneId: string },
  same: readonly SamePayer[],
) {
  const moved = movedBy(actor, mergeId)
  for (const { from, to, as } of same)
    for (const { table, isMoved, onlyGuardians } of payerTables)
      if (as === "guardianId" || !onlyGuardians)
        rename(actor, table, { from: to, to: from, as }, isMoved(moved, goneId))
}

function rename(actor: Actor, table: PayerTable, { from, to, as }: SamePayer, more?: SQL) {
  const column =
    as === "outsidePayerId" && "outsidePayerId" in table ? table.outsidePayerId : table.guardianId
  change(actor, table, and(eq(column, from), more), { [as]: to })
}

// What is charged and on no invoice goes with its family, and with its students where a merge is undone.

/** Charges that are on no invoice; of some students alone where they are given. */
const listUninvoiced = (actor: Actor, familyId: string, studentIds?: readonly string[]): string[] =>
  askAll<{ id: string }>(sql`
      select ${charges.id} as id from ${charges}
      where ${own(actor, charges)} and ${charges.familyId} = ${familyId} and ${standing} and ${offInvoice}
        and ${studentIds ? inArray(charges.studentId, [...studentIds]) : sql`1`}`).map(({ id }) => id)

/** Whether one of these students has a package of the family. */
const hasPackageOf = (actor: Actor, familyId: string, studentIds: readonly string[]): boolean =>
  hasRow(actor, packages, and(eq(packages.familyId, familyId), inArray(packages.studentId, [...studentIds])))

/** Charges made since a merge that hang on what it moved: corrections, late fees and what is left of packages, on no invoice. */
function listHanging(actor: Actor, mergeId: string): string[] {
  const moved = movedBy(actor, mergeId)
  return askAll<{ id: string }>(sql`
      select ${charges.id} as id from ${charges} where ${own(actor, charges)} and ${standing} and ${offInvoice}
        and ${charges.id} not in ${moved("charge")} and ${hangsOnMoved(moved)}`).map(({ id }) => id)
}

function moveItems(actor: Actor, ids: readonly string[], familyId: string) {
  change(actor, charges, inArray(charges.id, [...ids]), { familyId })
}

// One family goes on, the other's students, guardians, other payers and whole account join it: what was invoiced, paid and credited as
// well as what is still to be invoiced. Papers keep their number, text and recipient. An undo tells the two accounts apart
// again, as long as nothing was booked on both since.

const MergeFacts = z.object({
  keepId: z.string(),
  goneId: z.string(),
  /** Whose discount stays, where both have one. */
  discount: DiscountStays.optional(),
})
export type MergeFacts = z.output<typeof MergeFacts>

const Before = z.object({
  keepId: z.string(),
  goneId: z.string(),
  students: z.array(z.string()),
  guardians: z.array(Adult),
  /** What was on no invoice. */
  charges: z.array(z.string()),
  access: z.array(z.string()),
  payers: PayersBefore.default(nothingMoved),
  /** The account as it moved; missing in earlier merges, which moved only what was on no invoice. */
  account: z.object({ mergeId: z.string(), same: z.array(SamePayer), endedPause: EndedPause }).nullish(),
  /** Drafts that joined; earlier merges had none. */
  drafts: z.array(z.string()).default([]),
  discounts: DiscountsBefore.default({ moved: [], ended: [] }),
  /** UTC ms; unknown of earlier merges. */
  mergedAt: z.number().nullable().default(null),
})
type Before = z.output<typeof Before>

type Table = typeof planRules | typeof paymentOrders

/** Why the one can't be merged into the other now; undefined when it can. */
export function whyNotMerged(actor: Actor, { keepId, goneId }: MergeFacts): MergeFamiliesRefusal | undefined {
  if (keepId === goneId) return "same"
  const [keep, gone] = [findFamily(actor, keepId), findFamily(actor, goneId)]
  if (!keep || !gone) return "not-found"
  const has = (table: Table, more = sql`1`, familyId = goneId) =>
    hasRow(actor, table, and(eq(table.familyId, familyId), more))
  if (keep.mergedInto || gone.mergedInto) return "merged"
  if (has(paymentOrders, eq(paymentOrders.state, "pending"))) return "being-paid"
  const stays = autoPayThatStays(actor, { keepId, goneId })
  if (stays) return stays
  return has(planRules) && !has(planRules, sql`1`, keepId) ? "plan-rule" : undefined
}

const erasedSince = "Someone in these families was erased later, so this merge can’t be undone."

export const mergeFamiliesWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: (actor, facts) => {
    const refusal = whyNotMerged(actor, facts)
    return refusal
      ? { ok: false, reason: mergeFamiliesRefusals[refusal] }
      : transact(() => merge(actor, facts))
  },
  undo: (actor, _about, { before }) =>
    before === null
      ? { ok: false, reason: erasedSince }
      : transact(() => takeBack(actor, Before.parse(before))),
}

function merge(actor: Actor, { keepId, goneId, discount }: MergeFacts): ItemOutcome {
  const keep = findFamily(actor, keepId)
  const gone = findFamily(actor, goneId)
  if (!keep || !gone) return { ok: false, reason: mergeFamiliesRefusals["not-found"] }
  const adults = listAdults(actor, [keepId, goneId])
  const moving = gone.students.map(({ id }) => id)
  const items = listUninvoiced(actor, goneId)
  moveStudents(actor, moving, keepId)
  const hasPayer = adults.some(({ familyId, payerShare }) => familyId === keepId && payerShare > 0)
  const twice = joinAdults(actor, keepId, adults)
  const payers = joinPayers(actor, { keepId, goneId, hasPayer })
  const same = [...twice, ...payers.same]
  const account = moveAccount(actor, { keepId, goneId }, same)
  nameOnce(actor, same)
  const drafts = moveDrafts(actor, goneId, keepId)
  const autoPayers = listJoinedAutoPayers(actor, account)
  const discounts = joinDiscounts(actor, { keepId, goneId }, discount)
  const endedPause = carryOver(actor, account)
  setMergedInto(actor, goneId, keepId)
  const access = shareAccess(actor, keepId, [...moving, ...keep.students.map(({ id }) => id)])
  recordEvent(actor, "family.merge", keepId, {
    before: { name: gone.name },
    after: {
      ...{ name: keep.name, goneId, students: gone.students.map(fullName), items: items.length },
      ...(drafts.length > 0 ? { drafts: drafts.length } : {}),
      ...namesIn("discounts", discounts.joined),
      ...namesIn("endedDiscounts", discounts.ended),
      ...namesIn("autoPayers", autoPayers),
    },
  })
  return {
    ok: true,
    note: `${countOf(moving.length, "student")} joined ${keep.name}`,
    made: keepId,
    before: {
      keepId,
      goneId,
      students: moving,
      guardians: adults,
      charges: items,
      access,
      payers: payers.before,
      account: { mergeId: account.id, same, endedPause },
      drafts,
      discounts: discounts.before,
      mergedAt: now(),
    } satisfies Before,
  }
}

/** What the activity says of what joined or ended; nothing where there was none. */
const namesIn = (fact: string, those: readonly { name: string }[]) =>
  those.length > 0 ? { [fact]: those.map(({ name }) => name) } : {}

/** Why a merge can't be undone now, from what its work has kept; undefined where it can. */
export function whyNotUnmerged(actor: Actor, kept: unknown): string | undefined {
  const before = Before.nullable().parse(kept)
  if (!before) return erasedSince
  const present = findFamily(actor, before.keepId)?.students ?? []
  return whyNotTakenBack(actor, before, new Set(present.map(({ id }) => id)))
}

function takeBack(actor: Actor, before: Before): ItemOutcome {
  const { keepId, goneId, account } = before
  const keep = findFamily(actor, keepId)
  if (!keep || !findFamily(actor, goneId)) return { ok: false, reason: mergeFamiliesRefusals["not-found"] }
  const reason = whyNotTakenBack(actor, before, new Set(keep.students.map(({ id }) => id)))
  if (reason !== undefined) return { ok: false, reason }
  setMergedInto(actor, goneId, null)
  moveStudents(actor, before.students, goneId)
  // What these students were charged since is theirs, too, and so is what hangs on the account they came with.
  const since = account ? listHanging(actor, account.mergeId) : before.charges
  moveItems(actor, [...since, ...listUninvoiced(actor, keepId, before.students)], goneId)
  if (account) {
    const merge = { id: account.mergeId, keepId, goneId }
    makeRoom(actor, goneId)
    moveBack(actor, merge.id)
    moveAnnounced(actor, merge)
    nameApart(actor, merge, account.same)
    resumePause(actor, keepId, account.endedPause)
  }
  returnAdults(actor, before.guardians, account?.same ?? [])
  returnPayers(actor, keepId, before.payers)
  moveDrafts(actor, keepId, goneId, before.drafts)
  returnDiscounts(actor, goneId, before.discounts)
  endAccess(actor, before)
  recordEvent(actor, "family.unmerge", keepId, { after: { name: keep.name, goneId } })
  return { ok: true, note: `${countOf(before.students.length, "student")} back`, made: goneId }
}

function whyNotTakenBack(actor: Actor, before: Before, present: ReadonlySet<string>): string | undefined {
  const { keepId, goneId, account } = before
  const into = findMergedInto(actor, keepId)
  if (into) return `The family it joined was later merged into ${into.name}. Undo that merge first.`
  if (before.students.some((id) => !present.has(id))) return "A student has moved to another family."
  const free = new Set(listUninvoiced(actor, keepId))
  if (before.charges.some((id) => !free.has(id))) return "Items of this family have been invoiced or changed."
  if (!account && hasPackageOf(actor, keepId, before.students))
    return "A package was sold to one of these students after the merge."
  const known = new Map(listAdults(actor, [keepId, goneId]).map((adult) => [adult.id, adult]))
  if (before.guardians.some(({ id }) => !known.has(id))) return "A guardian was removed after the merge."
  if (lacksPayer(actor, before.payers)) return "A payer was removed after the merge."
  return account
    ? bookedSince(actor, {
        ...{ id: account.mergeId, keepId, goneId, studentIds: before.students, draftIds: before.drafts },
        payerIds: [
          ...before.guardians.flatMap(({ id, familyId }) => (familyId === goneId ? [id] : [])),
          ...before.payers.moved.map(({ id }) => id),
        ].filter((id) => !account.same.some(({ from }) => from === id)),
        sameIds: account.same.map(({ to }) => to),
      })
    : undefined
}

function moveStudents(actor: Actor, ids: readonly string[], familyId: string) {
  change(actor, students, inArray(students.id, [...ids]), { familyId })
}

// Whose students the guardians of two families see in their pages, once these are one and once that is undone.

/** Every guardian of the family who can log in sees each of its students. Answers the new rows. */
function shareAccess(actor: Actor, familyId: string, studentIds: readonly string[]): string[] {
  const memberIds = [...new Set(listAdults(actor, [familyId]).flatMap(({ memberId }) => memberId ?? []))]
  return memberIds.flatMap((memberId) =>
    studentIds.flatMap((studentId) => {
      const row = newRow(actor)
      return addUnlessThere(actor, portalAccess, { ...row, memberId, studentId, as: "guardian" })
        ? [row.id]
        : []
    }),
  )
}

type Shared = { keepId: string; goneId: string; access: readonly string[]; mergedAt: number | null }

/**
 * Ends what a merge let them see, in the caller's transaction, once everyone is back in their family: also what they were given
 * since, as by an invitation, of students whose family isn't theirs.
 */
function endAccess(actor: Actor, { keepId, goneId, access, mergedAt }: Shared) {
  const familyIds = [keepId, goneId]
  const memberIds = listAdults(actor, familyIds).flatMap(({ memberId }) => memberId ?? [])
  const theirs = select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), inArray(students.familyId, familyIds)))
  const isOfFamily = select({ one: sql`1` })
    .from(students)
    .innerJoin(guardians, and(own(actor, guardians), eq(guardians.familyId, students.familyId)))
    .where(
      and(
        own(actor, students),
        eq(students.id, portalAccess.studentId),
        eq(guardians.memberId, portalAccess.memberId),
      ),
    )
  const isSince =
    mergedAt === null
      ? undefined
      : and(
          eq(portalAccess.as, "guardian"),
          inArray(portalAccess.memberId, memberIds),
          inArray(portalAccess.studentId, theirs),
          gte(portalAccess.createdAt, mergedAt),
          notExists(isOfFamily),
        )
  remove(actor, portalAccess, or(inArray(portalAccess.id, [...access]), isSince))
}
