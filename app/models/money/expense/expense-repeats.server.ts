import { transact } from "db/client.server"
import { expenseRepeats, expenses } from "db/schema/money-expenses"
import { and, asc, count, desc, eq, isNull, lte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { isClosed, openDay } from "../closing/closing.server"
import {
  dayOfMonth,
  type ExpenseKind,
  type ExpenseRepeat,
  kindOf,
  monthsOfRhythm,
  nextRepeat,
  type RepeatRhythm,
  rhythmOf,
} from "./expense"
import { findExpense } from "./expenses.server"

// Expenses that come again each month, quarter or year, such as rent and insurance. An entry is a copy of the newest one without its receipt, dated its
// day, or the first open day where that is closed. What is entered once never comes again, also when it was deleted.

export const mostRepeats = 100

const standing = (actor: Actor) => and(own(actor, expenseRepeats), isNull(expenseRepeats.endedAt))

/** Begins to repeat an expense of a day, with the first entry on a day that is still to come. In the caller's transaction. */
export function startRepeat(
  actor: Actor,
  spentOn: string,
  rhythm: RepeatRhythm = "monthly",
): Result<{ repeatId: string }, "repeats-full"> {
  const n = select({ n: count() }).from(expenseRepeats).where(standing(actor)).get()?.n ?? 0
  if (n >= mostRepeats) return { ok: false, reason: "repeats-full" }
  const row = newRow(actor)
  const day = dayOfMonth(spentOn)
  const everyMonths = monthsOfRhythm[rhythm]
  const after = laterOf(spentOn, todayOf(actor))
  const nextOn = nextRepeat({ day, everyMonths, from: spentOn }, after)
  add(actor, expenseRepeats, { ...row, dayOfMonth: day, everyMonths, nextOn })
  return { ok: true, repeatId: row.id }
}

/** Repeats an expense that is there already. Pressed twice, it does so once. */
export function repeatExpense(
  actor: Actor,
  expenseId: string,
  rhythm: RepeatRhythm = "monthly",
): Result<{ nextOn: string; rhythm: RepeatRhythm }, "not-found" | "closed" | "repeats-full"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense) return { ok: false, reason: "not-found" }
    const known = findRepeat(actor, expense)
    if (known) return { ok: true, ...known }
    if (isClosed(actor, expense.spentOn)) return { ok: false, reason: "closed" }
    const begun = startRepeat(actor, expense.spentOn, rhythm)
    if (!begun.ok) return begun
    const { repeatId } = begun
    change(actor, expenses, expenseId, { repeatId })
    recordEvent(actor, "expense.repeat", expenseId, {
      after: { payee: expense.payee, rhythm, kind: kindOf(expense) },
    })
    return { ok: true, rhythm, nextOn: findRepeat(actor, { repeatId })?.nextOn ?? "" }
  })
}

/** Ends the repetition of an expense: what was entered stays. */
export function endRepeat(actor: Actor, expenseId: string): Result<void, "not-found"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense) return { ok: false, reason: "not-found" }
    if (!expense.repeatId || !findRepeat(actor, expense)) return { ok: true }
    end(actor, expense.repeatId)
    recordEvent(actor, "expense.end-repeat", expenseId, {
      after: { payee: expense.payee, kind: kindOf(expense) },
    })
    return { ok: true }
  })
}

const end = (actor: Actor, repeatId: string) =>
  void change(actor, expenseRepeats, repeatId, { endedAt: now() })

/** The repetition that an expense is part of, while it goes on. */
export function findRepeat(
  actor: Actor,
  { repeatId }: { repeatId: string | null },
): { nextOn: string; rhythm: RepeatRhythm } | undefined {
  if (repeatId === null) return undefined
  const found = ownRows(actor, expenseRepeats, ["nextOn", "everyMonths"])
    .where(and(eq(expenseRepeats.id, repeatId), isNull(expenseRepeats.endedAt)))
    .get()
  return found && { nextOn: found.nextOn, rhythm: rhythmOf(found.everyMonths) }
}

/** What comes again, the next one first, each with its newest entry. */
export const listRepeats = (actor: Actor, kind: ExpenseKind = "expense"): ExpenseRepeat[] =>
  select({
    expenseId: expenses.id,
    payee: expenses.payee,
    amountMinor: expenses.amountMinor,
    nextOn: expenseRepeats.nextOn,
    everyMonths: expenseRepeats.everyMonths,
  })
    .from(expenseRepeats)
    .innerJoin(expenses, joined(expenses.repeatId, expenseRepeats.id))
    .where(
      and(
        standing(actor),
        eq(expenses.isIncome, kind === "income"),
        sql`${expenses.id} = (select x.id from expenses x where x.school_id = ${expenseRepeats.schoolId}
          and x.repeat_id = ${expenseRepeats.id} order by x.spent_on desc, x.id desc limit 1)`,
      ),
    )
    .orderBy(asc(expenseRepeats.nextOn), asc(expenseRepeats.id))
    .limit(mostRepeats)
    .all()
    .map(({ everyMonths, ...repeat }) => ({ ...repeat, rhythm: rhythmOf(everyMonths) }))

const findNewest = (actor: Actor, repeatId: string) =>
  ownRows(actor, expenses)
    .where(eq(expenses.repeatId, repeatId))
    .orderBy(desc(expenses.spentOn), desc(expenses.id))
    .limit(1)
    .get()

/** Enters what is due today, and what was missed. One whose entries are all deleted ends. Answers how many were entered. */
export function enterRepeats(actor: Actor): number {
  return transact(() => {
    const day = todayOf(actor)
    const due = select()
      .from(expenseRepeats)
      .where(and(standing(actor), lte(expenseRepeats.nextOn, day)))
      .orderBy(asc(expenseRepeats.nextOn))
      .limit(mostRepeats)
      .all()
    return due.reduce((entered, repeat) => entered + enterDue(actor, repeat, day), 0)
  })
}

function enterDue(actor: Actor, repeat: typeof expenseRepeats.$inferSelect, until: string): number {
  const { dayOfMonth: day, everyMonths } = repeat
  let { nextOn } = repeat
  let entered = 0
  while (nextOn <= until) {
    const newest = findNewest(actor, repeat.id)
    if (!newest) {
      end(actor, repeat.id)
      return entered
    }
    // After a move to a zone farther west the first open day can be tomorrow.
    const spentOn = openDay(actor, nextOn)
    if (spentOn > until) break
    const { isIncome, categoryId, payee, amountMinor, taxMinor, method, note } = newest
    const id = add(actor, expenses, {
      isIncome,
      spentOn,
      categoryId,
      payee,
      amountMinor,
      taxMinor,
      method,
      note,
      repeatId: repeat.id,
    })
    recordEvent(actor, "expense.enter-again", id, {
      after: { payee, amountMinor, rhythm: rhythmOf(everyMonths), kind: kindOf(newest) },
    })
    nextOn = nextRepeat({ day, everyMonths, from: nextOn }, nextOn)
    entered += 1
  }
  change(actor, expenseRepeats, repeat.id, { nextOn })
  return entered
}
