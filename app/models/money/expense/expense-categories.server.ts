import { transact } from "db/client.server"
import { expenseCategories } from "db/schema/money-expenses"
import { asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { CategoryRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type ExpenseCategory, type ExpenseKind, mostCategories, usualOf } from "./expense"
import type { CategoryForm } from "./expense-forms"

// The categories of a school's expenses, and those of its other income. An archived one is no longer offered; what was recorded in it stays.

/** Every category by name, archived ones last. A school that has never changed or used the list has the usual one. */
export function listCategories(actor: Actor, kind: ExpenseKind = "expense"): readonly ExpenseCategory[] {
  const rows = ownRows(actor, expenseCategories, {
    id: expenseCategories.id,
    name: expenseCategories.name,
    account: expenseCategories.account,
    isArchived: sql<number>`${expenseCategories.archivedAt} is not null`.mapWith(Boolean),
  })
    .where(eq(expenseCategories.isIncome, kind === "income"))
    .orderBy(
      sql`${expenseCategories.archivedAt} is not null`,
      asc(sql`${expenseCategories.name} collate nocase`),
      asc(expenseCategories.id),
    )
    .all()
  return rows.length > 0 ? rows : usualOf[kind]
}

/** Writes the usual categories down before the first expense or change; in the caller's transaction. */
export function keepCategories(actor: Actor, kind: ExpenseKind = "expense") {
  if (listCategories(actor, kind) !== usualOf[kind]) return
  for (const { id, name } of usualOf[kind])
    add(actor, expenseCategories, { id, name, isIncome: kind === "income" })
}

/** Adds a category, or changes one. Refuses a name that is in use, in any capitalization. */
export function saveCategory(
  actor: Actor,
  facts: CategoryForm,
  id?: string,
  kind: ExpenseKind = "expense",
): Result<{ id: string }, CategoryRefusal> {
  return transact(() => {
    const all = listCategories(actor, kind)
    const before = all.find((each) => each.id === id)
    if (id !== undefined && !before) return { ok: false, reason: "not-found" }
    if (all.some((each) => each.id !== id && each.name.toLowerCase() === facts.name.toLowerCase()))
      return { ok: false, reason: "name-taken" }
    if (!before && isFull(all)) return { ok: false, reason: "full" }
    keepCategories(actor, kind)
    if (before) {
      if (before.name === facts.name && before.account === facts.account) return { ok: true, id: before.id }
      change(actor, expenseCategories, before.id, facts)
      const { name, account } = before
      recordEvent(actor, "school.change-expense-category", actor.school.id, {
        before: { name, account },
        after: facts,
      })
      return { ok: true, id: before.id }
    }
    const row = newRow(actor)
    add(actor, expenseCategories, { ...row, ...facts, isIncome: kind === "income" })
    recordEvent(actor, "school.add-expense-category", actor.school.id, { after: facts })
    return { ok: true, id: row.id }
  })
}

/** No longer offers a category, or offers it again. */
export function archiveCategory(
  actor: Actor,
  id: string,
  isArchived: boolean,
  kind: ExpenseKind = "expense",
): Result<{ name: string }, CategoryRefusal> {
  return transact(() => {
    const all = listCategories(actor, kind)
    const category = all.find((each) => each.id === id)
    if (!category) return { ok: false, reason: "not-found" }
    if (category.isArchived === isArchived) return { ok: true, name: category.name }
    if (!isArchived && isFull(all)) return { ok: false, reason: "full" }
    keepCategories(actor, kind)
    change(actor, expenseCategories, id, { archivedAt: isArchived ? now() : null })
    recordEvent(
      actor,
      isArchived ? "school.archive-expense-category" : "school.restore-expense-category",
      actor.school.id,
      { after: { name: category.name } },
    )
    return { ok: true, name: category.name }
  })
}

const isFull = (all: readonly ExpenseCategory[]) =>
  all.filter(({ isArchived }) => !isArchived).length >= mostCategories
