import { expenseCategories, expenses } from "db/schema/money-expenses"
import { and, between, gte, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"

// The expenses of a closed month keep the name and the account that their category had then, so that its file for the
// accountant is always the same. Both in the caller's transaction.

/** Writes both down for the expenses between two days, which are being closed. */
export const keepCategoriesOf = (actor: Actor, { first, last }: { first: string; last: string }) =>
  void change(actor, expenses, between(expenses.spentOn, first, last), {
    closedCategory: ofCategory("name"),
    closedAccount: ofCategory("account"),
  })

const ofCategory = (column: "name" | "account") =>
  sql<string>`(select ${expenseCategories[column]} from ${expenseCategories}
    where ${expenseCategories.schoolId} = ${expenses.schoolId} and ${expenseCategories.id} = ${expenses.categoryId})`

/** Lets the expenses from a day on have what their category says now: their months are open again. */
export const forgetCategoriesOf = (actor: Actor, first: string) =>
  void change(actor, expenses, and(gte(expenses.spentOn, first), isNotNull(expenses.closedCategory)), {
    closedCategory: null,
    closedAccount: null,
  })
