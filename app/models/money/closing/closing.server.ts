import { transact } from "db/client.server"
import { bookClosings } from "db/schema/money-books"
import { expenseCategories, expenses } from "db/schema/money-expenses"
import { and, between, desc, gte, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ClosingRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"
import type { Result } from "~/utils/result"

// The expenses of a closed month keep the name and the account that their category had then, so that its file for the
// accountant is always the same. Both in the caller's transaction.

/** Writes both down for the expenses between two days, which are being closed. */
const keepCategoriesOf = (actor: Actor, { first, last }: { first: string; last: string }) =>
  void change(actor, expenses, between(expenses.spentOn, first, last), {
    closedCategory: ofCategory("name"),
    closedAccount: ofCategory("account"),
  })

const ofCategory = (column: "name" | "account") =>
  sql<string>`(select ${expenseCategories[column]} from ${expenseCategories}
    where ${expenseCategories.schoolId} = ${expenses.schoolId} and ${expenseCategories.id} = ${expenses.categoryId})`

/** Lets the expenses from a day on have what their category says now: their months are open again. */
const forgetCategoriesOf = (actor: Actor, first: string) =>
  void change(actor, expenses, and(gte(expenses.spentOn, first), isNotNull(expenses.closedCategory)), {
    closedCategory: null,
    closedAccount: null,
  })

// The books are closed month by month, up to a day. Nothing that is dated on or before it is added, changed or voided:
// what has to be corrected is dated in the open part. Only months that are over are closed, so today is open but where the school
// has moved to a time zone farther west: `entryDay` is the day that an entry takes by itself.

/** The last day that is closed; null while everything is open. */
export const closedThrough = (actor: Actor): string | null => closedQuery.get(actor)?.day ?? null

const closedQuery = query((_, own) =>
  select({ day: bookClosings.closedThrough })
    .from(bookClosings)
    .where(own(bookClosings))
    .orderBy(desc(bookClosings.createdAt), desc(bookClosings.id))
    .limit(1),
)

export const isClosed = (actor: Actor, day: string, closed = closedThrough(actor)): boolean =>
  day <= (closed ?? "")

/** The day itself, or, when it is closed, the first open one. */
export function openDay(actor: Actor, day: string, closed = closedThrough(actor)): string {
  return closed !== null && day <= closed ? addDays(closed, 1) : day
}

/**
 * The day of what is entered now: today, or the first open day. In a school that has moved to a time zone farther west,
 * today can be in a month that was closed by the calendar of the zone it had.
 */
export const entryDay = (actor: Actor): string => openDay(actor, todayOf(actor))

/** Before any entry. */
const firstDay = "1900-01-01"

/** Closes a month (`YYYY-MM`) that is over, and with it every month before. */
export function closeMonth(actor: Actor, month: string): Result<void, ClosingRefusal> {
  return transact(() => {
    const { last } = monthBounds(month)
    if (last >= todayOf(actor)) return { ok: false, reason: "not-over" }
    if (isClosed(actor, last)) return { ok: false, reason: "closed" }
    keepCategoriesOf(actor, { first: addDays(closedThrough(actor) ?? firstDay, 1), last })
    write(actor, { kind: "close", closedThrough: last, reason: null })
    recordEvent(actor, "school.close-month", actor.school.id, {
      before: { closedThrough: null },
      after: { month, closedThrough: last },
    })
    return { ok: true }
  })
}

/** Opens a closed month again, and every month after it. */
export function reopenMonth(
  actor: Actor,
  { month, reason }: { month: string; reason: string },
): Result<void, ClosingRefusal> {
  return transact(() => {
    const { first, last } = monthBounds(month)
    if (!isClosed(actor, last)) return { ok: false, reason: "not-closed" }
    forgetCategoriesOf(actor, first)
    write(actor, { kind: "reopen", closedThrough: addDays(first, -1), reason })
    recordEvent(actor, "school.reopen-month", actor.school.id, { after: { month, reason } })
    return { ok: true }
  })
}

type Row = Pick<typeof bookClosings.$inferInsert, "kind" | "closedThrough" | "reason">

const write = (actor: Actor, row: Row) =>
  void add(actor, bookClosings, { ...row, memberId: actor.memberId, memberName: actor.name })

/** When the books were closed and reopened, by whom and why, the newest first. */
export const listClosings = (actor: Actor, most: number) =>
  ownRows(actor, bookClosings, ["id", "createdAt", "kind", "closedThrough", "reason", "memberName"])
    .orderBy(desc(bookClosings.createdAt), desc(bookClosings.id))
    .limit(most)
    .all()

/** The newest month that is over. */
export const lastMonth = (actor: Actor): string => monthOf(addMonths(`${monthOf(todayOf(actor))}-01`, -1))
