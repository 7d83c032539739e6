import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { ActButton, AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { ExpenseForm, expenseFormId } from "~/components/money/expense/expense-form"
import { pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectAfterDeleting, redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import {
  asksForNames,
  type NameOffer,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { entryDay, isClosed } from "~/models/money/closing/closing.server"
import {
  type Expense,
  kindOf,
  named,
  repeatRhythms,
  rhythmLabels,
  rhythmUnits,
} from "~/models/money/expense/expense"
import { PayBackForm, RepeatForm } from "~/models/money/expense/expense-forms"
import { endRepeat, findRepeat, repeatExpense } from "~/models/money/expense/expense-repeats.server"
import { findExpense } from "~/models/money/expense/expenses.server"
import { findPaidBack, payBack, stopPayingBack } from "~/models/money/expense/paid-back.server"
import { deleteExpense, removeReceipt } from "~/models/money/expense/save-expense.server"
import { methodLabels } from "~/models/money/payment/payment"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { expenseTexts } from "~/texts/money/expense-texts"
import { expenseRefusals, inClosedMonth } from "~/texts/money/refusals"
import { laterOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { answerExpense, categoryChoices } from "./answer-expense.server"
import { historyOf } from "./invoice-links.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const expense = orNotFound(findExpense(actor, params.expenseId ?? ""))
  return {
    expense,
    isClosed: isClosed(actor, expense.spentOn),
    categories: categoryChoices(actor, kindOf(expense), expense.categoryId),
    today: laterOf(entryDay(actor), expense.spentOn),
    currency: actor.school.currency,
    repeat: findRepeat(actor, expense) ?? null,
    payBack: payBackOf(actor, expense),
    history: historyOf(actor, { noun: "expense", id: expense.id }),
  }
}

/** Of schools that pay teachers: whose pay it's in, and whose it could be in. */
function payBackOf(actor: Actor, { id, isIncome }: Expense) {
  if (isIncome || actor.school.kind === "solo" || !may(actor, "teacher:read")) return null
  const paidBack = findPaidBack(actor, id) ?? null
  if (paidBack === null && !may(actor, "teacher:write")) return null
  return { paidBack, teachers: offerTeachers(actor, nothingSought) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const expense = orNotFound(findExpense(actor, params.expenseId ?? ""))
  const form = await request.formData().catch(() => new FormData())
  const pay = async () => addToPay(await requireMember(request, "teacher:write"), form, expense.id)
  return intents(form, paths.expense(expense.id), {
    save: () => answerExpense(actor, form, kindOf(expense), expense.id),
    "remove-receipt": () => dropReceiptOf(actor, expense.id),
    repeat: () => repeatOne(actor, form, expense.id),
    "end-repeat": () => endRepeatOf(actor, expense.id),
    find: pay,
    "pay-back": pay,
    "stop-paying-back": async () => removeFromPay(await requireMember(request, "teacher:write"), expense.id),
    delete: () => deleteOne(actor, expense.id),
  })
}

export const meta = pageTitle<typeof loader>((data) => data.expense.payee, "Expense")

export default function ExpensePage() {
  const { expense, isClosed, repeat: _, payBack, history, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isRepeat = answer !== undefined && "isRepeat" in answer
  const result = isRepeat ? undefined : answer?.result
  const repeatRefused = isRepeat ? answer.result : undefined
  const kind = kindOf(expense)
  const texts = expenseTexts[kind]
  const sought = answer && "teachers" in answer ? answer.teachers : undefined
  return (
    <div className="stack narrow">
      <AnswerSummary formId={sought ? payBackFormId : expenseFormId} result={result} />
      <AnswerSummary formId={repeatFormId} result={repeatRefused} />
      <PageHead
        back={{ to: paths.expenses(named(kind)), label: texts.title }}
        title={expense.payee}
        expression={formatDate(expense.spentOn, "full")}
        actions={<LinkButton to={paths.newExpense({ copy: expense.id })}>Copy</LinkButton>}
      />
      {isClosed ? <CalloutText>{inClosedMonth}</CalloutText> : null}
      <LedgerList facts rows={factsOf(expense, form.currency)} />
      {isClosed ? null : (
        <>
          {expense.fileName ? <RemoveReceipt name={texts.receipt} /> : null}
          <ExpenseForm
            key={JSON.stringify(expense)}
            {...form}
            kind={kind}
            start={expense}
            hasReceipt={expense.fileName !== null}
            result={sought ? undefined : result}
          />
          <ActButton label={texts.delete} intent="delete" pending="Deleting…" variant="danger" />
        </>
      )}
      <ExpenseRepeat refused={repeatRefused?.error?.rhythm?.join(" ")} />
      {payBack ? (
        <ExpensePayBack teachers={sought ?? payBack.teachers} result={sought ? result : undefined} />
      ) : null}
      <HistoryList entries={history} />
    </div>
  )
}

const RemoveReceipt = ({ name }: { name: string }) => (
  <ActButton label={`Remove ${name.toLowerCase()}`} intent="remove-receipt" pending="Removing…" />
)

const factsOf = (expense: Expense, currency: string) => [
  { label: "Amount", amount: formatMoney(expense.amountMinor, currency) },
  ...(expense.taxMinor > 0
    ? [{ label: "Tax in this amount", amount: formatMoney(expense.taxMinor, currency) }]
    : []),
  { label: "Category", amount: expense.categoryName },
  { label: "Payment method", amount: methodLabels[expense.method] },
  ...(expense.note ? [{ label: "Note", amount: expense.note }] : []),
  { label: expenseTexts[kindOf(expense)].receipt, amount: <Receipt {...expense} /> },
  ...(expense.bankEntryId ? [{ label: "Recorded from", amount: "Bank transfer" }] : []),
]

function Receipt({ id, fileId, fileName }: Expense) {
  if (!fileName) return "–"
  return fileId ? (
    <a href={paths.expenseReceipt(id)} download>
      {fileName}
    </a>
  ) : (
    `${fileName} (deleted)`
  )
}

// What is done with an expense on its page, beside changing it.

const bad = (title: string) => ({ tone: "bad" as const, title })

function dropReceiptOf(actor: Actor, expenseId: string) {
  const done = removeReceipt(actor, expenseId)
  return redirectWithToast(paths.expense(expenseId), done.ok ? "Receipt removed." : bad(inClosedMonth))
}

function deleteOne(actor: Actor, expenseId: string) {
  const done = deleteExpense(actor, expenseId)
  if (done.ok)
    return redirectAfterDeleting(paths.expenses(named(done.kind)), `${done.name} deleted.`, expenseId)
  return redirectWithToast(
    paths.expense(expenseId),
    bad(done.reason === "in-pay" ? expenseRefusals["in-pay"] : inClosedMonth),
  )
}

function repeatOne(actor: Actor, form: FormData, expenseId: string) {
  const submission = readForm(form, { schema: RepeatForm })
  if (submission.status !== "success")
    return data({ result: invalid(submission).data.result, isRepeat: true }, { status: 400 })
  const done = repeatExpense(actor, expenseId, submission.value.rhythm)
  if (!done.ok && done.reason === "not-found") throw notFound()
  return redirectWithToast(
    paths.expense(expenseId),
    done.ok
      ? `Repeats ${done.rhythm}, next on ${formatDate(done.nextOn, "full")}.`
      : bad(done.reason === "closed" ? inClosedMonth : expenseRefusals[done.reason]),
  )
}

function endRepeatOf(actor: Actor, expenseId: string) {
  if (!endRepeat(actor, expenseId).ok) throw notFound()
  return redirectWithToast(paths.expense(expenseId), "Automatic entries ended.")
}

/** `actor` may change teachers' pay. */
function addToPay(actor: Actor, form: FormData, expenseId: string) {
  const submission = readForm(form, { schema: PayBackForm })
  const teachers = offerTeachers(actor, readNameWish(form, "teacher"))
  if (asksForNames(form)) return answerSearch(form, submission, { teachers })
  const refuse = (answer: ReturnType<typeof invalid>, status: number) =>
    data({ result: answer.data.result, teachers }, { status })
  if (submission.status !== "success") return refuse(invalid(submission), 400)
  const done = payBack(actor, expenseId, submission.value.teacher)
  if (done.ok) return redirectWithToast(paths.expense(expenseId), `Added to ${done.teacherName}’s pay.`)
  if (done.reason === "not-found") throw notFound()
  if (done.reason === "in-pay") return redirectWithToast(paths.expense(expenseId), bad(alreadyInPay))
  return refuse(invalid(submission, { teacher: "This teacher isn’t in your school. Choose another." }), 409)
}

const alreadyInPay = "This expense is already in a teacher’s pay."

/** `actor` may change teachers' pay. */
function removeFromPay(actor: Actor, expenseId: string) {
  const done = stopPayingBack(actor, expenseId)
  return redirectWithToast(
    paths.expense(expenseId),
    done.ok
      ? `Removed from ${done.teacherName}’s pay.`
      : bad("This expense isn’t in a teacher’s pay anymore."),
  )
}

const payBackFormId = "pay-back"

/** Pays a teacher back who paid an expense: with their pay, once. */
function ExpensePayBack({ teachers, result }: { teachers: NameOffer; result?: SubmissionResult }) {
  const { payBack, expense } = useLoaderData<typeof loader>()
  const paidBack = payBack?.paidBack
  const [form, fields] = useForm<{ teacher: string }>({ id: payBackFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="paid-by">
      <h2 id="paid-by">Paid by a teacher</h2>
      {paidBack ? (
        <>
          <p>
            The whole amount is in the pay of{" "}
            <Link to={paths.teacherPay(paidBack.teacherId, { period: expense.spentOn })}>
              {paidBack.teacherName}
            </Link>
            .
          </p>
          <ActButton
            label="Remove from pay"
            needs="teacher:write"
            intent="stop-paying-back"
            pending="Removing…"
          />
        </>
      ) : (
        <PostForm needs="teacher:write" className="form" {...getFormProps(form)}>
          {teachers.isSearched ? (
            <EnterButton intent="pay-back" formNoValidate>
              Add to their pay
            </EnterButton>
          ) : null}
          <NameChoiceField
            meta={fields.teacher}
            label="Teacher"
            sought="a teacher"
            hint="Paid back with their pay, tax included"
            prompt="Choose a teacher"
            offer={teachers}
          />
          <SubmitRow label="Add to their pay" variant="secondary" intent="pay-back" pending="Adding…" />
        </PostForm>
      )}
    </section>
  )
}

const repeatFormId = "expense-repeat"
const errorId = `${repeatFormId}-error`

/** Whether an expense comes again, how often, and the button that begins or ends it. */
function ExpenseRepeat({ refused }: { refused?: string }) {
  const { repeat, isClosed } = useLoaderData<typeof loader>()
  const nextOn = repeat?.nextOn ?? null
  if (nextOn === null && isClosed) return null
  return (
    <section className="section" aria-labelledby="repeat">
      <h2 id="repeat">Repeats</h2>
      <p>
        {nextOn
          ? `Entered again each ${rhythmUnits[repeat?.rhythm ?? "monthly"]}, next on ${formatDate(nextOn, "full")}. The entry copies the newest one without its receipt.`
          : "Rent, insurance and other recurring costs can be entered for you, on the same day."}
      </p>
      {refused ? (
        <p className="error" id={errorId}>
          {refused}
        </p>
      ) : null}
      <PostForm>
        {nextOn ? (
          <SubmitButton variant="secondary" intent="end-repeat" pending="Ending…" label="Stop repeating" />
        ) : (
          <p>
            <select
              id={`${repeatFormId}-rhythm`}
              name="rhythm"
              aria-label="How often"
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? errorId : undefined}
            >
              <GroupedOptions
                choices={repeatRhythms.map((value) => ({ value, label: rhythmLabels[value] }))}
              />
            </select>
            <SubmitButton variant="secondary" intent="repeat" pending="Saving…" label="Repeat this entry" />
          </p>
        )}
      </PostForm>
    </section>
  )
}
