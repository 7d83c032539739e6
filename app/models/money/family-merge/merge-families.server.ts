import { transact } from "db/client.server"
import { paymentOrders } from "db/schema/money-payments"
import { planRules } from "db/schema/money-plans"
import { students } from "db/schema/people"
import { and, eq, inArray, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { findFamily } from "~/models/people/family/family.server"
import { findMergedInto, setMergedInto } from "~/models/people/family/merged-family.server"
import { type MergeFamiliesRefusal, mergeFamiliesRefusals } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { fullName } from "~/utils/names"
import { moveDrafts } from "../invoice/draft-invoice.server"
import { moveAccount, moveBack, SamePayer } from "./account-moves.server"
import { carryOver, EndedPause, makeRoom, resumePause } from "./carry-over.server"
import { DiscountStays } from "./family-merge"
import { Adult, joinAdults, listAdults, returnAdults } from "./join-adults.server"
import { autoPayThatStays, listJoinedAutoPayers, moveAnnounced } from "./join-auto-pay.server"
import { DiscountsBefore, joinDiscounts, returnDiscounts } from "./join-discounts.server"
import { hasPackageOf, listHanging, listUninvoiced, moveItems } from "./merge-items.server"
import { joinPayers, lacksPayer, nothingMoved, PayersBefore, returnPayers } from "./merge-payers.server"
import { nameApart, nameOnce } from "./same-payers.server"
import { endAccess, shareAccess } from "./share-access.server"
import { bookedSince } from "./since-merge.server"

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
    select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), eq(table.familyId, familyId), more))
      .limit(1)
      .get() !== undefined
  if (keep.mergedInto || gone.mergedInto) return "merged"
  if (has(paymentOrders, eq(paymentOrders.state, "pending"))) return "being-paid"
  const stays = autoPayThatStays(actor, { keepId, goneId })
  if (stays) return stays
  return has(planRules) && !has(planRules, sql`1`, keepId) ? "plan-rule" : undefined
}

const erasedSince = "Someone in these families was erased since, so this merge can’t be undone."

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
  recordEvent(actor, {
    noun: "family",
    verb: "merge",
    nounId: keepId,
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
  recordEvent(actor, { noun: "family", verb: "unmerge", nounId: keepId, after: { name: keep.name, goneId } })
  return { ok: true, note: `${countOf(before.students.length, "student")} back`, made: goneId }
}

function whyNotTakenBack(actor: Actor, before: Before, present: ReadonlySet<string>): string | undefined {
  const { keepId, goneId, account } = before
  const into = findMergedInto(actor, keepId)
  if (into) return `The family it joined was merged into ${into.name} since. Undo that merge first.`
  if (before.students.some((id) => !present.has(id))) return "A student has moved to another family since."
  const free = new Set(listUninvoiced(actor, keepId))
  if (before.charges.some((id) => !free.has(id)))
    return "Items of this family have been invoiced or changed since."
  if (!account && hasPackageOf(actor, keepId, before.students))
    return "A package was sold to one of these students since."
  const known = new Map(listAdults(actor, [keepId, goneId]).map((adult) => [adult.id, adult]))
  if (before.guardians.some(({ id }) => !known.has(id))) return "A guardian was removed since."
  if (lacksPayer(actor, before.payers)) return "A payer was removed since."
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
