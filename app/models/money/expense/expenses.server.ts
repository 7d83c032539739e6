import { expenseCategories, expenseRepeats, expenses } from "db/schema/money-expenses"
import { and, between, count, desc, eq, type SQL, sql } from "drizzle-orm"
import { readStored } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"
import { containing } from "~/utils/like-pattern"
import { parseMoney } from "~/utils/money"
import { PER_PAGE } from "~/utils/page-number"
import { type Expense, type ExpenseKind, rhythmOf } from "./expense"
import type { ExpenseQuery } from "./expense-forms"

// A school's expenses as its lists, sums and files have them: all read through the same conditions.

type Filter = Omit<ExpenseQuery, "page" | "kind"> & { kind?: ExpenseKind }

const columns = {
  id: expenses.id,
  isIncome: expenses.isIncome,
  spentOn: expenses.spentOn,
  categoryId: expenses.categoryId,
  categoryName: sql<string>`coalesce(${expenses.closedCategory}, ${expenseCategories.name})`,
  account: sql<
    string | null
  >`iif(${expenses.closedCategory} is null, ${expenseCategories.account}, ${expenses.closedAccount})`,
  payee: expenses.payee,
  amountMinor: expenses.amountMinor,
  taxMinor: expenses.taxMinor,
  method: expenses.method,
  note: expenses.note,
  fileId: expenses.fileId,
  fileName: expenses.fileName,
  repeatId: expenses.repeatId,
  rhythm: sql<number | null>`${expenseRepeats.everyMonths}`.mapWith(rhythmOf),
  isPaidBack: sql<boolean>`${expenses.extraWorkId} is not null`.mapWith(Boolean),
  bankEntryId: expenses.bankEntryId,
}

const expenseRows = () =>
  select(columns)
    .from(expenses)
    .innerJoin(expenseCategories, joined(expenseCategories, expenses.categoryId))
    .leftJoin(expenseRepeats, joined(expenseRepeats, expenses.repeatId))
    .$dynamic()

/** The period a list shows when no one chose one: the year up to today. */
export function expensePeriod(actor: Actor, { from, to }: Pick<Filter, "from" | "to">) {
  const last = to ?? todayOf(actor)
  return { from: from ?? addDays(addMonths(last, -12), 1), to: last }
}

function conditionsOf(
  actor: Actor,
  { kind = "expense", category, search, ...period }: Filter,
): SQL | undefined {
  const { from, to } = expensePeriod(actor, period)
  const pattern = containing(search ?? "")
  const amountMinor = parseMoney(search ?? "")
  return and(
    own(actor, expenses),
    eq(expenses.isIncome, kind === "income"),
    between(expenses.spentOn, from, to),
    category ? eq(expenses.categoryId, category) : undefined,
    search
      ? sql`(${expenses.payee} like ${pattern} escape '\\' or ${expenses.note} like ${pattern} escape '\\'
          or ${expenses.amountMinor} = ${amountMinor})`
      : undefined,
  )
}

/** Expenses, or other income, of a period (dates, both included), newest first, 50 a page; `page` null for all of them. */
export function listExpenses(actor: Actor, filter: Filter, page: number | null): Expense[] {
  const rows = expenseRows()
    .where(conditionsOf(actor, filter))
    .orderBy(desc(expenses.spentOn), desc(expenses.id))
  return page === null
    ? rows.all()
    : rows
        .limit(PER_PAGE)
        .offset((page - 1) * PER_PAGE)
        .all()
}

export type CategorySum = { id: string; name: string; count: number; amountMinor: number; taxMinor: number }

/** Count and sum of each category under the whole filter, the largest first. */
export const sumExpenses = (actor: Actor, filter: Filter): CategorySum[] =>
  select({
    id: expenseCategories.id,
    name: expenseCategories.name,
    count: count(),
    amountMinor: sql<number>`sum(${expenses.amountMinor})`,
    taxMinor: sql<number>`sum(${expenses.taxMinor})`,
  })
    .from(expenses)
    .innerJoin(expenseCategories, joined(expenseCategories, expenses.categoryId))
    .where(conditionsOf(actor, filter))
    .groupBy(expenseCategories.id, expenseCategories.name)
    .orderBy(desc(sql`sum(${expenses.amountMinor})`), expenseCategories.name)
    .all()

/** Count and sum of a period; minor units, tax included. */
export const sumOfPeriod = (actor: Actor, period: { from: string; to: string; kind?: ExpenseKind }) =>
  sumExpenses(actor, period).reduce(
    (sum, each) => ({ count: sum.count + each.count, sumMinor: sum.sumMinor + each.amountMinor }),
    { count: 0, sumMinor: 0 },
  )

/** Whether the school has ever recorded one. */
export const hasExpenses = (actor: Actor, kind: ExpenseKind = "expense"): boolean =>
  hasRow(actor, expenses, eq(expenses.isIncome, kind === "income"))

export const findExpense = (actor: Actor, expenseId: string): Expense | undefined =>
  expenseRows()
    .where(own(actor, expenses, expenseId))
    .get()

/** The receipt of an expense; undefined for another school's, and when there is none. */
export async function readReceipt(actor: Actor, expenseId: string) {
  const expense = findExpense(actor, expenseId)
  const file = expense?.fileId ? await readStored(actor, expense.fileId, "expense-receipt") : undefined
  return file && { ...file, fileName: expense?.fileName ?? "receipt" }
}
