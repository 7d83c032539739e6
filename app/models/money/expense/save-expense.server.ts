import { db, transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { expenses } from "db/schema/money-expenses"
import { and, eq } from "drizzle-orm"
import type { FileRefusal } from "~/models/accounts/school-file/school-file"
import { type StoredFile, storeFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { now } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { isClosed } from "../closing/closing.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import type { Expense, ExpenseRefusal } from "./expense"
import { keepCategories, listCategories } from "./expense-categories.server"
import type { ExpenseForm } from "./expense-forms"
import { findExpense } from "./expenses.server"

// Recording, changing and deleting expenses. Nothing that is dated in a closed month is touched.

/** A receipt as it was uploaded: its bytes say what it is. */
type Receipt = { name: string; bytes: Uint8Array }
type Saved = Result<{ expenseId: string }, ExpenseRefusal | `receipt-${FileRefusal}`>

/** Records an expense; the same form records it once. */
export const addExpense = (actor: Actor, form: ExpenseForm, receipt?: Receipt): Promise<Saved> =>
  withReceipt(
    actor,
    receipt,
    () => refuse(actor, form),
    (file) => add(actor, form, file),
  )

/** Changes an expense; a new receipt replaces the one it had. */
export const changeExpense = (
  actor: Actor,
  expenseId: string,
  form: ExpenseForm,
  receipt?: Receipt,
): Promise<Saved> =>
  withReceipt(
    actor,
    receipt,
    () => refuse(actor, form, expenseId),
    (file) => change(actor, expenseId, form, file),
  )

/** A receipt is stored only for a form that would be taken; its bytes are on the disk before the expense knows of it. */
async function withReceipt(
  actor: Actor,
  receipt: Receipt | undefined,
  check: () => Refused | undefined,
  save: (file?: StoredFile) => Saved,
): Promise<Saved> {
  if (!receipt) return save()
  const refused = check()
  if (refused) return refused
  const stored = await storeFile(actor, receipt, "expense-receipt")
  return stored.ok ? save(stored) : { ok: false, reason: `receipt-${stored.reason}` }
}

type Refused = Extract<Saved, { ok: false }>

/** Why a form isn't taken as it stands now. */
function refuse(actor: Actor, form: ExpenseForm, expenseId?: string): Refused | undefined {
  const because = (reason: ExpenseRefusal): Refused => ({ ok: false, reason })
  const before = expenseId === undefined ? undefined : findExpense(actor, expenseId)
  if (expenseId !== undefined && !before) return because("not-found")
  const isOffered = listCategories(actor).some(
    ({ id, isArchived }) => id === form.category && (!isArchived || id === before?.categoryId),
  )
  if (!isOffered) return because("category-unknown")
  if (form.spentOn > today(actor.school.timeZone, now())) return because("in-the-future")
  if (isClosed(actor, form.spentOn) || (before && isClosed(actor, before.spentOn))) return because("closed")
  return form.taxAmount >= form.amount ? because("tax-too-high") : undefined
}

const factsOf = ({ category, amount, taxAmount, formKey: _, ...facts }: ExpenseForm) => ({
  ...facts,
  categoryId: category,
  amountMinor: amount,
  taxMinor: taxAmount,
})

function add(actor: Actor, form: ExpenseForm, file?: StoredFile): Saved {
  return transact(() => {
    const made = madeByForm(actor, form.formKey)
    const earlier = made === undefined ? undefined : findExpense(actor, made)
    if (earlier)
      return isSame(earlier, factsOf(form))
        ? { ok: true, expenseId: earlier.id }
        : { ok: false, reason: "sent-before" }
    // Its expense is in the bin: the form isn't sent for another one.
    if (made !== undefined) return { ok: false, reason: "sent-before" }
    const refused = refuse(actor, form)
    if (refused) return refused
    keepCategories(actor)
    const row = newRow(actor)
    const facts = factsOf(form)
    db()
      .insert(expenses)
      .values({ ...row, ...facts, ...fileColumns(file), addedBy: actor.memberId })
      .run()
    rememberForm(actor, form.formKey, row.id)
    recordEvent(actor, { verb: "add", noun: "expense", nounId: row.id, after: told(actor, facts, file) })
    return { ok: true, expenseId: row.id }
  })
}

function change(actor: Actor, expenseId: string, form: ExpenseForm, file?: StoredFile): Saved {
  return transact(() => {
    const refused = refuse(actor, form, expenseId)
    if (refused) return refused
    const before = findExpense(actor, expenseId)
    const facts = factsOf(form)
    if (!before || (isSame(before, facts) && !file)) return { ok: true, expenseId }
    db()
      .update(expenses)
      .set({ ...facts, ...(file ? fileColumns(file) : {}) })
      .where(own(actor, expenses, expenseId))
      .run()
    if (file) dropFile(actor, before.fileId)
    recordEvent(actor, {
      verb: "change",
      noun: "expense",
      nounId: expenseId,
      before: told(actor, before, before),
      after: told(actor, facts, file ?? before),
    })
    return { ok: true, expenseId }
  })
}

/** Takes the receipt off an expense. */
export function removeReceipt(actor: Actor, expenseId: string): Result<void, "not-found" | "closed"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense) return { ok: false, reason: "not-found" }
    if (isClosed(actor, expense.spentOn)) return { ok: false, reason: "closed" }
    if (!expense.fileId && !expense.fileName) return { ok: true }
    db()
      .update(expenses)
      .set(fileColumns(undefined))
      .where(own(actor, expenses, expenseId))
      .run()
    dropFile(actor, expense.fileId)
    recordEvent(actor, {
      verb: "remove-receipt",
      noun: "expense",
      nounId: expenseId,
      before: { payee: expense.payee, receipt: expense.fileName },
      after: { payee: expense.payee },
    })
    return { ok: true }
  })
}

/** Deletes an expense into the bin, with its receipt. */
export function deleteExpense(
  actor: Actor,
  expenseId: string,
): Result<{ name: string }, "not-found" | "closed"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense) return { ok: false, reason: "not-found" }
    if (isClosed(actor, expense.spentOn)) return { ok: false, reason: "closed" }
    const name = `${expense.payee}, ${formatMoney(expense.amountMinor, actor.school.currency)}`
    deleteToBin(actor, {
      noun: "expense",
      recordId: expenseId,
      name,
      parts: [{ table: expenses, ids: [expenseId] }],
    })
    recordEvent(actor, {
      verb: "delete",
      noun: "expense",
      nounId: expenseId,
      before: told(actor, expense, expense),
      after: { payee: expense.payee },
    })
    return { ok: true, name }
  })
}

type Facts = ReturnType<typeof factsOf>

const isSame = (expense: Expense, facts: Facts): boolean =>
  (Object.keys(facts) as (keyof Facts)[]).every((name) => expense[name] === facts[name])

const fileColumns = (file: StoredFile | undefined) => ({
  fileId: file?.fileId ?? null,
  fileName: file?.fileName ?? null,
})

/** What the activity keeps of it, in words. */
const told = (actor: Actor, facts: Facts, file: { fileName: string | null } | undefined) => ({
  payee: facts.payee,
  spentOn: facts.spentOn,
  amountMinor: facts.amountMinor,
  taxMinor: facts.taxMinor,
  category: listCategories(actor).find(({ id }) => id === facts.categoryId)?.name ?? null,
  method: facts.method,
  note: facts.note,
  receipt: file?.fileName ?? null,
})

/** Its bytes go with the next round of the file store. */
const dropFile = (actor: Actor, fileId: string | null) =>
  fileId === null
    ? undefined
    : void db()
        .delete(files)
        .where(and(own(actor, files, fileId), eq(files.purpose, "expense-receipt")))
        .run()
