import { cacheUntilWrite } from "db/cache-until-write.server"
import { conversations, participants } from "db/schema/communication"
import { invoices } from "db/schema/money"
import { expenses } from "db/schema/money-expenses"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { and, asc, count, desc, eq, max, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { findFolded, foldAll } from "~/utils/find-among"
import { mostMentioned } from "./search"

// What isn't a name: amounts of money, who was paid by the school, and what messages are about.

/** Of each kind the newest of an amount, one more than is shown; nothing for who doesn't see the school's money. */
export function findAmount(actor: Actor, amountMinor: number) {
  if (!may(actor, "invoice:read")) return undefined
  return {
    invoices: tellApart(actor, invoiceAmountsQuery(actor, amountMinor).all()),
    payments: tellApart(actor, paymentAmountsQuery(actor, amountMinor).all()),
    expenses: listSpent(actor, amountMinor, false),
    income: listSpent(actor, amountMinor, true),
  }
}

/** Expenses or other income of an amount; `period` is that of all of them, where there are more than are shown. */
function listSpent(actor: Actor, amountMinor: number, isIncome: boolean) {
  const rows = expenseAmountsQuery(actor, amountMinor, isIncome).all()
  const first =
    rows.length > mostMentioned
      ? firstDayOf(actor, isIncome, eq(expenses.amountMinor, amountMinor))
      : undefined
  return { rows, period: { from: first, to: rows[0]?.spentOn } }
}

const firstDayOf = (actor: Actor, isIncome: boolean, which: SQL) =>
  ownRows(actor, expenses, ["spentOn"])
    .where(and(eq(expenses.isIncome, isIncome), which))
    .orderBy(asc(expenses.spentOn))
    .limit(1)
    .get()?.spentOn

/** A family's own invoices of an amount. */
export const listOwnOfAmount = (actor: Actor, amountMinor: number) =>
  may(actor, "portal:read")
    ? listPortalInvoices(actor).filter(({ totalMinor }) => totalMinor === amountMinor)
    : []

/** Whom expenses were paid to and who paid other income, each once, by their name; `first` is the day of the first of several entries. */
export function findPayees(actor: Actor, text: string) {
  if (!may(actor, "invoice:read")) return []
  const payees = keepPayees([actor.school.id], () => foldAll(payeesQuery(actor).all()))
  return findFolded(payees, text, mostMentioned).found.map((payee) => ({
    ...payee,
    first: payee.times > 1 ? firstDayOf(actor, payee.isIncome, eq(expenses.payee, payee.title)) : payee.last,
  }))
}

/** Of some schools, as the names of their students are. */
const keepPayees = cacheUntilWrite<ReturnType<typeof foldAll<Payee>>>(10)
type Payee = ReturnType<ReturnType<typeof payeesQuery>["all"]>[number]

/** The conversations that someone is in, by their subject, those that began last first. */
export function findSubjects(actor: Actor, text: string) {
  const { memberId } = actor
  if (!memberId || !may(actor, "message:read")) return { found: [], more: false }
  const subjects = keepSubjects([actor.school.id, memberId], () =>
    foldAll(subjectsQuery(actor, memberId).all()),
  )
  return findFolded(subjects, text, mostMentioned)
}

const keepSubjects = cacheUntilWrite<ReturnType<typeof foldAll<Subject>>>(50)
type Subject = ReturnType<ReturnType<typeof subjectsQuery>["all"]>[number]

/** So many of someone's conversations are looked through; the list of messages looks through all. */
const subjectsRead = 2000

/** Exported for the test that reads its plan, as are the others. */
export const invoiceAmountsQuery = (actor: Actor, amountMinor: number) =>
  select({
    ...columns(invoices, "id", "number", "issuedOn"),
    familyId: families.id,
    familyName: families.name,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(and(own(actor, invoices), sql`${invoices.state} = 'issued'`, eq(invoices.totalMinor, amountMinor)))
    .orderBy(desc(invoices.issuedOn))
    .limit(mostMentioned + 1)

export const paymentAmountsQuery = (actor: Actor, amountMinor: number) =>
  select({
    ...columns(payments, "id", "receivedOn"),
    familyId: families.id,
    familyName: families.name,
  })
    .from(payments)
    .innerJoin(families, joined(families, payments.familyId))
    .where(and(own(actor, payments), eq(payments.amountMinor, amountMinor), eq(payments.isOpening, false)))
    .orderBy(desc(payments.receivedOn))
    .limit(mostMentioned + 1)

export const expenseAmountsQuery = (actor: Actor, amountMinor: number, isIncome: boolean) =>
  select(columns(expenses, "id", "payee", "spentOn"))
    .from(expenses)
    .where(and(own(actor, expenses), eq(expenses.isIncome, isIncome), eq(expenses.amountMinor, amountMinor)))
    .orderBy(desc(expenses.spentOn))
    .limit(mostMentioned + 1)

export const payeesQuery = (actor: Actor) =>
  select({
    // SQLite reads what isn't summed from the row that has the last day.
    ...columns(expenses, "id", "isIncome"),
    title: expenses.payee,
    latestMinor: expenses.amountMinor,
    last: sql<string>`${max(expenses.spentOn)}`,
    times: count(),
  })
    .from(expenses)
    .where(own(actor, expenses))
    .groupBy(expenses.isIncome, expenses.payee)

export const subjectsQuery = (actor: Actor, memberId: string) =>
  select({ ...columns(conversations, "id", "createdAt"), title: conversations.subject })
    .from(participants)
    .crossJoin(conversations)
    .where(
      and(
        own(actor, participants),
        eq(participants.memberId, memberId),
        joined(conversations, participants.conversationId),
      ),
    )
    .orderBy(desc(participants.conversationId))
    .limit(subjectsRead)
