import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { expenses } from "db/schema/money-expenses"
import {
  dropFile,
  fileColumns,
  type StoredFile,
  storeFile,
} from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import type { ExpenseRefusal } from "~/texts/money/refusals"
import { laterOf } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { findOpenEntry } from "../bank-import/bank-import.server"
import { reopenFor, setAsideFor } from "../bank-import/record-entry.server"
import { entryDay, isClosed } from "../closing/closing.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { type Expense, type ExpenseKind, kindOf } from "./expense"
import { keepCategories, listCategories } from "./expense-categories.server"
import type { ExpenseForm } from "./expense-forms"
import { startRepeat } from "./expense-repeats.server"
import { findExpense } from "./expenses.server"
import { isInPay } from "./paid-back.server"

// The file of an expense's receipt: stored before its expense knows of it, and let go of with it.

/** A receipt as it was uploaded: its bytes say what it is. */
type Receipt = { name: string; bytes: Uint8Array }

/** Stores a receipt; refused as `storeFile` does. */
async function storeReceipt(actor: Actor, receipt: Receipt) {
  const stored = await storeFile(actor, receipt, "expense-receipt")
  return stored.ok ? stored : ({ ok: false, reason: `receipt-${stored.reason}` } as const)
}

/** Tells one receipt from another; the same for none. */
const markOf = (receipt: Receipt | undefined): string =>
  receipt ? createHash("sha256").update(receipt.bytes).digest("hex") : "none"

// Recording, changing and deleting expenses. Nothing that is dated in a closed month is touched.

type Saved = Result<{ expenseId: string }, ExpenseRefusal | `receipt-${FileRefusal}`>

/**
 * Records an expense, or other income; the same form records it once, and refuses to record other details or another receipt. It may come
 * again each month from then on.
 */
export const addExpense = (
  actor: Actor,
  form: ExpenseForm,
  receipt?: Receipt,
  kind: ExpenseKind = "expense",
): Promise<Saved> =>
  withReceipt(
    actor,
    receipt,
    () => sentBefore(actor, form, { kind, receipt }) ?? refuse(actor, form, { kind }),
    (file) => addWithFile(actor, form, { kind, receipt, file }),
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
    () => refuse(actor, form, { expenseId }),
    (file) => changeWithFile(actor, expenseId, form, file),
  )

/** A receipt is stored only for a form that would be taken; its bytes are on the disk before the expense knows of it. */
async function withReceipt(
  actor: Actor,
  receipt: Receipt | undefined,
  check: () => Saved | undefined,
  save: (file?: StoredFile) => Saved,
): Promise<Saved> {
  if (!receipt) return save()
  const known = check()
  if (known) return known
  const stored = await storeReceipt(actor, receipt)
  return stored.ok ? save(stored) : stored
}

type Refused = Extract<Saved, { ok: false }>

/** Why a form isn't taken as it stands now. */
function refuse(
  actor: Actor,
  form: ExpenseForm,
  { expenseId, kind = "expense" }: { expenseId?: string; kind?: ExpenseKind },
): Refused | undefined {
  const because = (reason: ExpenseRefusal): Refused => ({ ok: false, reason })
  const before = expenseId === undefined ? undefined : findExpense(actor, expenseId)
  if (expenseId !== undefined && !before) return because("not-found")
  const isOffered = listCategories(actor, before ? kindOf(before) : kind).some(
    ({ id, isArchived }) => id === form.category && (!isArchived || id === before?.categoryId),
  )
  if (!isOffered) return because("category-unknown")
  if (form.spentOn > laterOf(entryDay(actor), before?.spentOn ?? "")) return because("in-the-future")
  if (isClosed(actor, form.spentOn) || (before && isClosed(actor, before.spentOn))) return because("closed")
  if (form.taxAmount >= form.amount) return because("tax-too-high")
  if (form.transfer && !before) return refuseTransfer(actor, form, kind)
  // Income that is a line of the bank statement is the amount of that line.
  if (before?.bankEntryId && before.amountMinor !== form.amount) return because("transfer-differs")
  const changed = before && changeOfPaid(before, form)
  return changed && isInPay(actor, before.id) ? because(changed) : undefined
}

/** Why a line of the bank statement isn't this income: it was settled since, or came to something else. */
function refuseTransfer(actor: Actor, form: ExpenseForm, kind: ExpenseKind): Refused | undefined {
  const entry = findOpenEntry(actor, form.transfer ?? "")
  if (!entry || kind !== "income") return { ok: false, reason: "transfer-gone" }
  const isSame = entry.amountMinor === form.amount && entry.currency === actor.school.currency
  return isSame ? undefined : { ok: false, reason: "transfer-differs" }
}

/** What of an expense can't change while it is in a teacher's pay, which has it as it was. */
function changeOfPaid(before: Expense, form: ExpenseForm): ExpenseRefusal | undefined {
  if (before.amountMinor !== form.amount) return "in-pay"
  if (before.spentOn !== form.spentOn) return "day-in-pay"
  return before.payee === form.payee ? undefined : "payee-in-pay"
}

const factsOf = ({
  category,
  amount,
  taxAmount,
  formKey: _,
  repeats: __,
  rhythm: ___,
  transfer: ____,
  ...facts
}: ExpenseForm) => ({
  ...facts,
  categoryId: category,
  amountMinor: amount,
  taxMinor: taxAmount,
})

/** What the same form was answered before, if it was; something else in it is refused. */
function sentBefore(
  actor: Actor,
  form: ExpenseForm,
  { kind, receipt }: { kind: ExpenseKind; receipt?: Receipt },
): Saved | undefined {
  const [expenseId, mark] = madeByForm(actor, form.formKey)?.split(" ") ?? []
  if (expenseId === undefined) return undefined
  // Where its expense is in the bin, the form isn't sent for another one.
  const earlier = findExpense(actor, expenseId)
  const isTheSame =
    earlier !== undefined &&
    kindOf(earlier) === kind &&
    earlier.bankEntryId === (form.transfer ?? null) &&
    isSame(earlier, factsOf(form)) &&
    mark === markOf(receipt) &&
    (form.repeats ? (form.rhythm ?? "monthly") : null) === earlier.rhythm
  return isTheSame ? { ok: true, expenseId } : { ok: false, reason: "sent-before" }
}

function addWithFile(
  actor: Actor,
  form: ExpenseForm,
  { kind, receipt, file }: { kind: ExpenseKind; receipt?: Receipt; file?: StoredFile },
): Saved {
  return transact(() => {
    const known = sentBefore(actor, form, { kind, receipt })
    if (known) return known
    const refused = refuse(actor, form, { kind })
    if (refused) return refused
    keepCategories(actor, kind)
    const repeats = form.repeats ? startRepeat(actor, form.spentOn, form.rhythm) : undefined
    if (repeats?.ok === false) return repeats
    const facts = factsOf(form)
    const expenseId = add(actor, expenses, {
      ...facts,
      ...fileColumns(file),
      isIncome: kind === "income",
      bankEntryId: form.transfer ?? null,
      addedBy: actor.memberId,
      repeatId: repeats?.repeatId ?? null,
    })
    if (form.transfer) setAsideFor(actor, form.transfer)
    rememberForm(actor, form.formKey, `${expenseId} ${markOf(receipt)}`)
    const after = told(actor, kind, facts, file)
    recordEvent(actor, "expense.add", expenseId, { after })
    return { ok: true, expenseId }
  })
}

function changeWithFile(actor: Actor, expenseId: string, form: ExpenseForm, file?: StoredFile): Saved {
  return transact(() => {
    const refused = refuse(actor, form, { expenseId })
    if (refused) return refused
    const before = findExpense(actor, expenseId)
    const facts = factsOf(form)
    if (!before || (isSame(before, facts) && !file)) return { ok: true, expenseId }
    change(actor, expenses, expenseId, { ...facts, ...(file ? fileColumns(file) : {}) })
    if (file) dropFile(actor, before.fileId, "expense-receipt")
    recordEvent(actor, "expense.change", expenseId, {
      before: told(actor, kindOf(before), before, before),
      after: told(actor, kindOf(before), facts, file ?? before),
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
    change(actor, expenses, expenseId, fileColumns(undefined))
    dropFile(actor, expense.fileId, "expense-receipt")
    recordEvent(actor, "expense.remove-receipt", expenseId, {
      before: { payee: expense.payee, receipt: expense.fileName },
      after: { payee: expense.payee, kind: kindOf(expense) },
    })
    return { ok: true }
  })
}

/** Deletes an expense into the bin, with its receipt. The line of the bank statement that an income was recorded from is open again. */
export function deleteExpense(
  actor: Actor,
  expenseId: string,
): Result<{ name: string; kind: ExpenseKind }, "not-found" | "closed" | "in-pay"> {
  return transact(() => {
    const expense = findExpense(actor, expenseId)
    if (!expense) return { ok: false, reason: "not-found" }
    if (isClosed(actor, expense.spentOn)) return { ok: false, reason: "closed" }
    if (isInPay(actor, expenseId)) return { ok: false, reason: "in-pay" }
    const name = `${expense.payee}, ${formatMoney(expense.amountMinor, actor.school.currency)}`
    deleteToBin(actor, { noun: "expense", recordId: expenseId, name }, () => {
      remove(actor, expenses, expenseId)
    })
    if (expense.bankEntryId) reopenFor(actor, expense.bankEntryId)
    recordEvent(actor, "expense.delete", expenseId, {
      before: told(actor, kindOf(expense), expense, expense),
      after: { payee: expense.payee, kind: kindOf(expense) },
    })
    return { ok: true, name, kind: kindOf(expense) }
  })
}

type Facts = ReturnType<typeof factsOf>

const isSame = (expense: Expense, facts: Facts): boolean =>
  (Object.keys(facts) as (keyof Facts)[]).every((name) => expense[name] === facts[name])

/** What the activity keeps of it, in words. */
const told = (
  actor: Actor,
  kind: ExpenseKind,
  facts: Facts,
  file: { fileName: string | null } | undefined,
) => ({
  kind,
  payee: facts.payee,
  spentOn: facts.spentOn,
  amountMinor: facts.amountMinor,
  taxMinor: facts.taxMinor,
  category: listCategories(actor, kind).find(({ id }) => id === facts.categoryId)?.name ?? null,
  method: facts.method,
  note: facts.note,
  receipt: file?.fileName ?? null,
})
