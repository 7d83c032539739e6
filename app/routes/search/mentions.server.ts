import type { Actor } from "~/models/foundation/access/actor"
import { longestSearch } from "~/models/money/expense/expense-forms"
import {
  findAmount,
  findPayees,
  findSubjects,
  listOwnOfAmount,
} from "~/models/overview/search/mentions.server"
import { type Found, type FoundGroup, groupOf, mostMentioned } from "~/models/overview/search/search"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney, parseMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** Invoices, payments and expenses of an amount, payees and the subjects of messages: what comes after people and screens. */
export function searchMentions(actor: Actor, text: string): FoundGroup[] {
  const amountMinor = parseMoney(text)
  return [
    ...(amountMinor ? amountGroups(actor, amountMinor, text) : []),
    ...payeeGroup(actor, text),
    ...subjectGroup(actor, text),
  ]
}

function amountGroups(actor: Actor, amountMinor: number, text: string): FoundGroup[] {
  const amount = formatMoney(amountMinor, actor.school.currency)
  const group = (noun: string, all: Found[], restAt: string) =>
    groupOf(
      `${noun} of ${amount}`,
      { found: all.slice(0, mostMentioned), more: all.length > mostMentioned },
      restAt,
    )
  const own = listOwnOfAmount(actor, amountMinor).map(({ id, number, issuedOn }) => ({
    to: paths.studentInvoice(id),
    title: `Invoice ${number}`,
    detail: formatDate(issuedOn, "medium"),
  }))
  const found = findAmount(actor, amountMinor)
  const issued = found?.invoices.map(({ id, number, issuedOn, ...family }) => ({
    to: paths.invoice(id),
    title: `Invoice ${number}`,
    detail: [familyLabel(family), issuedOn && formatDate(issuedOn, "medium")].filter(Boolean).join(", "),
  }))
  const paid = found?.payments.map(({ id, receivedOn, ...family }) => ({
    to: paths.paymentReceipt(id),
    title: familyLabel(family),
    detail: formatDate(receivedOn, "medium"),
  }))
  const spentGroup = (noun: string, spent: NonNullable<typeof found>["expenses"], kind?: "income") =>
    group(
      noun,
      spent.rows.map(({ id, payee, spentOn }) => ({
        to: paths.expense(id),
        title: payee,
        detail: formatDate(spentOn, "medium"),
      })),
      paths.expenses({ search: text, ...spent.period, kind }),
    )
  return [
    ...group("Invoices", own, paths.studentInvoices()),
    ...group("Invoices", issued ?? [], paths.billing({ search: text })),
    ...group("Payments", paid ?? [], paths.moneyHistory({ search: text })),
    ...(found ? spentGroup("Expenses", found.expenses) : []),
    ...(found ? spentGroup("Other income", found.income, "income") : []),
  ]
}

/** Who was paid once leads to that expense, who was paid more often to their list. */
function payeeGroup(actor: Actor, text: string): FoundGroup[] {
  const found = findPayees(actor, text).map(({ id, title, isIncome, times, first, last, latestMinor }) => {
    const latest = `${formatMoney(latestMinor, actor.school.currency)} on ${formatDate(last, "medium")}`
    const told = times > 1 ? `${countOf(times, "entry", "entries")}, last ${latest}` : latest
    return {
      to:
        times === 1
          ? paths.expense(id)
          : paths.expenses({
              search: title.slice(0, longestSearch),
              from: first,
              to: last,
              kind: isIncome ? "income" : undefined,
            }),
      title,
      detail: isIncome ? `other income, ${told}` : told,
    }
  })
  return groupOf("Expenses", { found, more: false })
}

function subjectGroup(actor: Actor, text: string): FoundGroup[] {
  const { found, more } = findSubjects(actor, text)
  const shown = found.map(({ id, title, createdAt }) => ({
    to: paths.conversation(id),
    title,
    detail: formatDate(localDate(createdAt, actor.school.timeZone), "medium"),
  }))
  return groupOf("Messages", { found: shown, more }, paths.messages({ search: text }))
}
