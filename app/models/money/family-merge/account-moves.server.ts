import { movedNouns } from "db/schema/choices"
import { charges, invoices } from "db/schema/money"
import { accountMoves } from "db/schema/money-account-moves"
import { invoicingHolds } from "db/schema/money-auto-invoicing"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { openingBalances } from "db/schema/money-opening"
import { packages } from "db/schema/money-packages"
import { payments, refunds } from "db/schema/money-payments"
import { paymentPlans } from "db/schema/money-plans"
import { reminderPauses } from "db/schema/money-reminders"
import { and, eq, isNull, max, ne, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, ownRows, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { newRowId } from "~/utils/ids.server"
import { entryDay } from "../closing/closing.server"
import { payerOf } from "../payer/payer-key.server"

// What one family was charged, sent, paid and credited becomes another's: each record keeps what it says and changes its
// account, and a row says so. The database lets none of what is frozen change its account without such a row.

type MovedNoun = (typeof movedNouns)[number]

const movedTables = {
  invoice: invoices,
  credit_note: creditNotes,
  write_off: writeOffs,
  payment: payments,
  refund: refunds,
  charge: charges,
  package: packages,
  payment_plan: paymentPlans,
  saved_method: savedMethods,
  auto_charge: autoCharges,
  opening_balance: openingBalances,
  reminder_pause: reminderPauses,
  invoicing_hold: invoicingHolds,
} as const satisfies Record<MovedNoun, unknown>

/** All that a family has of these joins the other account, but drafts, which are no records yet. What pauses or holds it does by its own rule. */
const accountNouns = movedNouns.filter((noun) => noun !== "reminder_pause" && noun !== "invoicing_hold")

/** One person whom both families had as a payer. */
export const SamePayer = z.object({
  /** The entry of the family that is removed. */
  from: z.string(),
  /** The one of the family that goes on. */
  to: z.string(),
  as: z.enum(["guardianId", "outsidePayerId"]),
})
export type SamePayer = z.output<typeof SamePayer>

export type Merge = { id: string; goneId: string; keepId: string }

type NewMove = {
  noun: MovedNoun
  nounId: string
  fromFamilyId: string
  toFamilyId: string
  fromPayer: string | null
  toPayer: string | null
}

/** Moves the whole account in the caller's transaction. Answers the merge that it is moved back by. */
export function moveAccount(
  actor: Actor,
  { keepId, goneId }: Omit<Merge, "id">,
  same: readonly SamePayer[],
): Merge {
  const merge = { id: newRowId(), goneId, keepId }
  for (const noun of accountNouns) moveRecords(actor, merge, noun, listOf(actor, noun, goneId, same))
  return merge
}

/** Moves records of one kind: written down first, for only then does what is frozen change its account. */
function moveRecords(
  actor: Actor,
  { id, goneId, keepId }: Merge,
  noun: MovedNoun,
  records: readonly { id: string; fromPayer?: string | null; toPayer?: string | null }[],
) {
  const moves = records.map(({ id: nounId, fromPayer = null, toPayer = null }) => ({
    noun,
    nounId,
    fromFamilyId: goneId,
    toFamilyId: keepId,
    fromPayer,
    toPayer,
  }))
  writeMoves(actor, id, moves)
  reassign(actor, moves)
}

/** Puts back what a merge moved, in the caller's transaction. */
export function moveBack(actor: Actor, mergeId: string) {
  const moves = listMoves(actor, mergeId).map((move) => ({
    noun: move.noun,
    nounId: move.nounId,
    fromFamilyId: move.toFamilyId,
    toFamilyId: move.fromFamilyId,
    fromPayer: move.toPayer,
    toPayer: move.fromPayer,
  }))
  writeMoves(actor, mergeId, moves)
  reassign(actor, moves)
}

/** Charges that hang on what a merge moved: corrections, late fees and what is left of packages. */
export const hangsOnMoved = (moved: Moved): SQL =>
  sql`(${charges.correctsChargeId} in ${moved("charge")} or ${charges.lateInvoiceId} in ${moved("invoice")}
    or ${charges.packageId} in ${moved("package")})`

/** The records of a kind that a merge moved, for a condition in SQL. */
export type Moved = (noun: MovedNoun) => SQL
export const movedBy =
  (actor: Actor, mergeId: string): Moved =>
  (noun) =>
    sql`(select ${accountMoves.nounId} from ${accountMoves}
      where ${own(actor, accountMoves)} and ${accountMoves.merge} = ${mergeId} and ${accountMoves.noun} = ${noun})`

/** What a merge moved, in the order it did. */
const listMoves = (actor: Actor, mergeId: string) =>
  ownRows(actor, accountMoves).where(eq(accountMoves.merge, mergeId)).orderBy(accountMoves.id).all()

function listOf(
  actor: Actor,
  noun: (typeof accountNouns)[number],
  familyId: string,
  same: readonly SamePayer[],
) {
  const table = movedTables[noun]
  const isRecord = noun === "invoice" ? ne(invoices.state, "draft") : undefined
  if (noun !== "invoice" || same.length === 0)
    return ownRows(actor, table, ["id"])
      .where(and(eq(table.familyId, familyId), isRecord))
      .all()
  const goesTo = new Map(same.map(({ from, to }) => [from, to]))
  return ownRows(actor, invoices, { id: invoices.id, payer: payerOf(invoices) })
    .where(and(eq(invoices.familyId, familyId), isRecord))
    .all()
    .map(({ id, payer }) => {
      const toPayer = goesTo.get(payer ?? "") ?? null
      return { id, toPayer, fromPayer: toPayer === null ? null : payer }
    })
}

/** So many rows are one statement. */
const rowsAtOnce = 500

function writeMoves(actor: Actor, merge: string, moves: readonly NewMove[]) {
  const movedOn = entryDay(actor)
  for (let at = 0; at < moves.length; at += rowsAtOnce) {
    const part = moves.slice(at, at + rowsAtOnce)
    const steps = lastSteps(
      actor,
      part.map(({ nounId }) => nounId),
    )
    addAll(
      actor,
      accountMoves,
      part.map((move) => ({
        ...move,
        merge,
        step: (steps.get(move.nounId) ?? 0) + 1,
        movedOn,
      })),
    )
  }
}

const lastSteps = (actor: Actor, ids: readonly string[]): Map<string, number> =>
  new Map(
    ownRows(actor, accountMoves, { nounId: accountMoves.nounId, step: max(accountMoves.step) })
      .where(among(accountMoves.nounId, ids))
      .groupBy(accountMoves.nounId)
      .all()
      .map(({ nounId, step }) => [nounId, step ?? 0]),
  )

/** Lets the records belong to the account that their moves name; an invoice's own payer, too. */
function reassign(actor: Actor, moves: readonly NewMove[]) {
  const alike = groupBy(moves, ({ noun, fromFamilyId, toPayer }) => [noun, fromFamilyId, toPayer].join())
  for (const those of alike.values()) {
    const [first] = those
    if (!first) continue
    const table = movedTables[first.noun]
    const ids = those.map(({ nounId }) => nounId)
    const isTheirs = and(own(actor, table), eq(table.familyId, first.fromFamilyId), among(table.id, ids))
    change(actor, table, isTheirs, { familyId: first.toFamilyId })
    if (first.toPayer !== null) setPayer(actor, first.toPayer, ids)
  }
}

/** An invoice of a guardian's own stays a guardian's, one of another payer that kind of payer's. */
function setPayer(actor: Actor, payerId: string, ids: readonly string[]) {
  change(actor, invoices, among(invoices.id, ids), {
    guardianId: sql`iif(${invoices.guardianId} is null, null, ${payerId})`,
    outsidePayerId: sql`iif(${invoices.outsidePayerId} is null, null, ${payerId})`,
  })
}

// Reminders that are paused for a family, and automatic invoices that are held back from it, are for the family that goes on, too:
// nothing is sent because of a merge that wasn't to be sent before.

type Facts = Pick<Merge, "keepId" | "goneId">

/** A pause of the other family that ended because of a longer one; an undo begins it again. */
export const EndedPause = z.object({ id: z.string(), endedAt: z.number() }).nullable()
export type EndedPause = z.output<typeof EndedPause>

/** The pause that carries over, unless the other family's own is as long; with the shorter one that it ends. */
export function pauseCarried(actor: Actor, { keepId, goneId }: Facts) {
  const pause = findPause(actor, goneId)
  if (!pause || (pause.lastDay !== null && pause.lastDay < todayOf(actor))) return undefined
  const other = findPause(actor, keepId)
  const isLonger =
    other && (other.lastDay === null || (pause.lastDay !== null && pause.lastDay <= other.lastDay))
  return isLonger ? undefined : { ...pause, endsId: other?.id ?? null }
}

/** The hold that carries over; undefined where the other family is held back, too. */
export const holdCarried = (actor: Actor, { keepId, goneId }: Facts) =>
  findHold(actor, keepId) ? undefined : findHold(actor, goneId)

/** Carries them over, in the caller's transaction. */
export function carryOver(actor: Actor, merge: Merge): EndedPause {
  const [pause, hold] = [pauseCarried(actor, merge), holdCarried(actor, merge)]
  const ended = pause?.endsId ? { id: pause.endsId, endedAt: now() } : null
  if (ended) setEnd(actor, ended.id, ended.endedAt)
  moveRecords(actor, merge, "reminder_pause", pause ? [pause] : [])
  moveRecords(actor, merge, "invoicing_hold", hold ? [hold] : [])
  return ended
}

/** Before they are put back: what was begun for the removed family since makes room for them. */
export function makeRoom(actor: Actor, goneId: string) {
  change(actor, reminderPauses, isStanding(actor, reminderPauses, goneId), { endedAt: now() })
  change(actor, invoicingHolds, isStanding(actor, invoicingHolds, goneId), { endedAt: now() })
}

/** After they are put back: the pause that a longer one had ended goes on, unless there is another by now. */
export function resumePause(actor: Actor, keepId: string, ended: EndedPause) {
  if (ended && !findPause(actor, keepId)) setEnd(actor, ended.id, null)
}

const isStanding = (actor: Actor, table: typeof reminderPauses | typeof invoicingHolds, familyId: string) =>
  and(own(actor, table), eq(table.familyId, familyId), isNull(table.endedAt))

const findPause = (actor: Actor, familyId: string) =>
  select({ id: reminderPauses.id, reason: reminderPauses.reason, lastDay: reminderPauses.lastDay })
    .from(reminderPauses)
    .where(isStanding(actor, reminderPauses, familyId))
    .get()

const findHold = (actor: Actor, familyId: string) =>
  select({ id: invoicingHolds.id, reason: invoicingHolds.reason })
    .from(invoicingHolds)
    .where(isStanding(actor, invoicingHolds, familyId))
    .get()

const setEnd = (actor: Actor, pauseId: string, endedAt: number | null) =>
  change(actor, reminderPauses, pauseId, { endedAt })
