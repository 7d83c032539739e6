import { act, idIn, intent, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { emailedToast, type Reach } from "~/models/foundation/outbox/returned-address"
import { rowProblems } from "~/models/money/payment-plan/payment-plan"
import {
  agreePlan,
  endPlan,
  findPlannable,
  type PlanUndo,
  undoPlan,
} from "~/models/money/payment-plan/payment-plan.server"
import { EndPlanForm, PlanForm } from "~/models/money/payment-plan/plan-form"
import { planRefusals } from "~/texts/money/refusals"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What the forms of an invoice's payment plan do, and the Undo beside their messages. */
export function actOnPlan(actor: Actor, invoiceId: string, form: FormData) {
  const undo = (step: PlanUndo) =>
    act({
      run: () => undoPlan(actor, { invoiceId, planId: idIn(form, "plan"), step }),
      refusals: { ...planRefusals, "no-plan": 404 },
      saved: ({ reach }) => emailed("Undone.", reach),
    })
  return intents(form, paths.invoice(invoiceId), {
    "undo-agree": undo("undo-agree"),
    "undo-end": undo("undo-end"),
    end: intent({
      schema: EndPlanForm,
      run: ({ reason }) => endPlan(actor, invoiceId, reason),
      status: 409,
      refusals: planRefusals,
      saved: ({ planId, reach }) => ({
        ...emailed("Payment plan ended.", reach),
        undo: { to: paths.invoicePlan(invoiceId), fields: { intent: "undo-end", plan: planId } },
      }),
    }),
    else: () => agree(actor, invoiceId, form),
  })
}

function agree(actor: Actor, invoiceId: string, form: FormData) {
  const submission = readForm(form, { schema: PlanForm })
  if (submission.status !== "success") return invalid(submission)
  const { rows, invoice, plan, reason, formKey } = submission.value
  const agreed = agreePlan(actor, {
    invoiceId,
    invoiceIds: invoice,
    planId: plan || null,
    rows: rows.map(({ dueOn, amount }) => ({ dueOn, amountMinor: amount })),
    reason,
    formKey,
  })
  if (!agreed.ok) {
    // Paid meanwhile, there is no form anymore: the page leads back to the invoice.
    if (findPlannable(actor, invoiceId)?.invoice.openMinor === 0)
      return redirectWithToast(paths.invoice(invoiceId), {
        tone: "bad",
        title: planRefusals["nothing-open"],
      })
    if ("row" in agreed) {
      const { index, reason: problem } = agreed.row
      return invalid(submission, { [`rows[${index}].dueOn`]: rowProblems[problem] })
    }
    if (agreed.reason === "no-invoice") throw notFound()
    if (agreed.reason === "no-reason") return invalid(submission, { reason: planRefusals["no-reason"] })
    if (agreed.reason === "not-whole") {
      const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency, actor.school)
      const together = rows.reduce((sum, { amount }) => sum + amount, 0)
      const due = dueOf(actor, invoiceId, plan ? undefined : invoice)
      return invalid(submission, {
        form: `These installments come to ${money(together)}. The balance due is ${money(due)}.`,
      })
    }
    return invalid(submission, { form: planRefusals[agreed.reason] }, 409)
  }
  return redirectWithUndo(
    paths.invoice(invoiceId),
    emailed(
      agreed.isChange ? "Payment plan changed." : `${countOf(agreed.count, "installment")} agreed.`,
      agreed.reach,
    ),
    { to: paths.invoicePlan(invoiceId), fields: { intent: "undo-agree", plan: agreed.planId } },
  )
}

const emailed = (done: string, reach: Reach) => emailedToast(done, reach, "The family was emailed.")

/** What is open of the invoices that a plan covers; of the standing plan's without a choice. */
function dueOf(actor: Actor, invoiceId: string, chosen: readonly string[] | undefined): number {
  const invoices = findPlannable(actor, invoiceId)?.invoices ?? []
  return invoices
    .filter((each) => !chosen || each.invoiceId === invoiceId || chosen.includes(each.invoiceId))
    .reduce((sum, { openMinor }) => sum + openMinor, 0)
}
