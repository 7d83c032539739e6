import { z } from "zod"
import { mailsLeft } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { notEmailedText, unreachedText } from "~/models/foundation/outbox/bounce"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import { listPayersOf } from "~/models/money/payer/payer-key.server"
import { ordinaryText } from "~/texts/accounts/e-invoices"
import { issueRefusals, remindRefusals, voidRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { reasonOf } from "~/utils/form-text"
import { countOf, formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { isEmailed, type Payer } from "../payer/payer"
import { type InvoiceVerb, invoiceAllows, stateLabels } from "./invoice"
import { beginRun, endOrDropRun, findRunOfTask, listHeld, partOfRun } from "./invoice-run.server"
import { gapsOfDrafted, issueDraft } from "./issue-invoice.server"
import { listInvoicesById } from "./list-invoices.server"
import { remindersWork } from "./overdue-invoices.server"
import { countPapersOfDraft } from "./payer-papers.server"
import { listFeesAtVoid, sumOfFees, voidInvoice } from "./void-invoice.server"

// One thing done with many invoices. Drafts are sent as a run, whose emails wait and which is undone as one; what was
// emailed can't be taken back, so the others have no undo.

const Nothing = z.object({})
const VoidManyForm = z.object({
  reason: reasonOf(200),
})
type VoidManyForm = z.output<typeof VoidManyForm>

/** Sends drafts as they were saved, as an invoice run. */
export const issueDrafts: BulkAct<object> = {
  permission: "invoice:issue",
  choice: Nothing,
  kind: "issue-drafts",
  plan: (actor, ids) =>
    planMails(actor, ids, "issue", ({ id, totalMinor, dueOn }, { money, payers }) => {
      if (dueOn < todayOf(actor)) return { refusal: issueRefusals["due-in-the-past"] }
      const makes = countPapersOfDraft(actor, id, payers)
      const each = makes > 1 ? `, ${countOf(makes, "invoice")}` : ""
      const ordinary = ordinaryText(gapsOfDrafted(actor, id))
      return { text: `${money(totalMinor)}${each}, due ${formatDate(dueOn, "medium")}`, ordinary, makes }
    }),
  begin: (actor, taskId) => {
    if (!findRunOfTask(actor, taskId)) beginRun(actor, { taskId })
  },
  work: {
    about: Nothing,
    atMost: 1,
    carryOut: (actor, _about, { subjectId, taskId }) => {
      const run = findRunOfTask(actor, taskId)
      const issued = issueDraft(actor, subjectId, run && partOfRun(actor, run.id))
      if (!issued.ok) return { ok: false, reason: issueRefusals[issued.reason] }
      const note = [joinNames(issued.numbers), unreachedText(issued.reach)].filter(Boolean).join(". ")
      return { ok: true, note, made: subjectId }
    },
    // Also when it was canceled: what was sent by then is emailed.
    close: (actor, taskId) => {
      const run = findRunOfTask(actor, taskId)
      if (run) endOrDropRun(actor, run.id)
      return false
    },
  },
}

/** Reminds of invoices that still have a balance. */
export const remindInvoices: BulkAct<object> = {
  permission: "invoice:issue",
  choice: Nothing,
  kind: "send-reminders",
  plan: (actor, ids) => {
    const held = listHeld(actor, ids)
    return planMails(actor, ids, "remind", ({ id, openMinor, dueOn }, { money }) =>
      held.has(id)
        ? { refusal: remindRefusals.held }
        : { text: `${money(openMinor)} due ${formatDate(dueOn, "medium")}` },
    )
  },
  work: remindersWork,
}

/** Voids invoices: their lines are ready to invoice again, and what was paid becomes account credit. */
export const voidInvoices: BulkAct<VoidManyForm> = {
  permission: "invoice:issue",
  choice: VoidManyForm,
  kind: "void-invoices",
  plan: (actor, ids) => {
    const money = (minor: number) => formatMoney(minor, actor.school.currency, actor.school)
    const listed = listInvoicesById(actor, ids)
    const canVoid = listed.flatMap((invoice) => (invoiceAllows(invoice, "void") ? invoice.id : []))
    const feesOf = groupBy(listFeesAtVoid(actor, canVoid), ({ lateInvoiceId }) => lateInvoiceId)
    return listed.map((invoice): PlannedItem => {
      const line = lineOf(invoice)
      if (!invoiceAllows(invoice, "void")) return { ...line, text: stateText(invoice.state), can: false }
      const paid = Math.min(invoice.paidMinor, invoice.totalMinor)
      const credit = paid > 0 ? `, ${money(paid)} becomes account credit` : ""
      const fees = sumOfFees(feesOf.get(invoice.id) ?? [])
      const ended = fees > 0 ? `, ${money(fees)} of late fees isn’t due anymore` : ""
      const text = `${money(invoice.totalMinor)} is ready to invoice again${credit}${ended}`
      return { ...line, text, can: true }
    })
  },
  work: {
    about: VoidManyForm,
    atMost: 2,
    carryOut: (actor, { reason }, { subjectId }) => {
      const voided = voidInvoice(actor, { invoiceId: subjectId, reason })
      return voided.ok
        ? { ok: true, note: voided.number, made: subjectId }
        : { ok: false, reason: voidRefusals[voided.reason] }
    },
  },
}

type Listed = ReturnType<typeof listInvoicesById>[number]

const lineOf = ({ id, number, familyName }: Listed) => ({ id, name: `${number ?? "Draft"}, ${familyName}` })
const stateText = (state: Listed["state"]) => `Is ${stateLabels[state].word.toLowerCase()}.`

/** Acts that email the payers: those without an address, and mails over the day's limit, are exceptions. */
function planMails(
  actor: Actor,
  ids: readonly string[],
  verb: InvoiceVerb,
  describe: (
    invoice: Listed,
    facts: { money: (minor: number) => string; payers: readonly Payer[] },
  ) => { text: string; ordinary?: string; makes?: number } | { refusal: string },
): PlannedItem[] {
  const found = listInvoicesById(actor, ids)
  const money = (minor: number) => formatMoney(minor, actor.school.currency, actor.school)
  const families = new Map(found.map(({ familyId, familyName }) => [familyId, familyName]))
  const payersOf = listPayersOf(
    actor,
    [...families].map(([id, name]) => ({ id, name })),
  )
  let left = mailsLeft(findQuotas(actor))
  return found.map((invoice): PlannedItem => {
    const line = lineOf(invoice)
    if (!invoiceAllows(invoice, verb)) return { ...line, text: stateText(invoice.state), can: false }
    const payers = payersOf.get(invoice.familyId) ?? []
    const described = describe(invoice, { money, payers })
    if ("refusal" in described) return { ...line, text: described.refusal, can: false }
    const theirs = payers.filter(({ payerId }) => !invoice.payerId || invoice.payerId === payerId)
    const reached = theirs.filter(isEmailed)
    const returned = theirs.flatMap(({ name, emailReturns }) => (emailReturns ? name : []))
    if (reached.length === 0)
      return { ...line, text: notEmailedText(returned) || "No payer has an email.", can: false }
    if (left < reached.length)
      return { ...line, text: "Over the emails your school can send today.", can: false }
    left -= reached.length
    const { text, ordinary, ...more } = described
    const to = `${text}, to ${joinNames(reached.map(({ name }) => name))}`
    const besides = [returned.length > 0 ? notEmailedText(returned) : "", ordinary].filter(Boolean)
    return { ...line, ...more, text: [to, ...besides].join(". "), can: true }
  })
}
