import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { useEffect, useState } from "react"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { DueOn } from "~/components/money/invoice/due-on"
import { FamilyTitle } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { amountColumn, DataTable, EmptyState, MorePages } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { LedgerList } from "~/components/ui/ledger-list"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { notEmailedText, unreachedText } from "~/models/foundation/outbox/bounce"
import { isTrouble } from "~/models/foundation/outbox/delivery"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { RemindForm } from "~/models/money/invoice/invoice-batch"
import { listOverdue, overduePerPage, remindOfMany } from "~/models/money/invoice/overdue-invoices.server"
import { findReminderState } from "~/models/money/reminder/send-reminders.server"
import { deliveryCounts, phoneCounts } from "~/texts/foundation/delivery"
import { countOf, formatDate, formFor } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

const formId = "remind"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { total, ...overdue } = listOverdue(actor, readPage(request))
  return {
    ...overdue,
    pages: paged(request, total, overduePerPage),
    currency: actor.school.currency,
    isAutomatic: findReminderState(actor).isOn,
    formKey: newId(),
    underWay: listTasksUnderWay(actor, ["send-reminders"]),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const submission = readForm(await request.formData(), { schema: RemindForm })
  if (submission.status !== "success") return invalid(submission)
  const { invoice, key } = submission.value
  const sent = await remindOfMany(actor, invoice, key)
  if ("taskId" in sent) return redirect(paths.task(sent.taskId), 303)
  if ("mailsLeft" in sent)
    return invalid(
      submission,
      {
        invoice: `Your school can send ${countOf(sent.mailsLeft, "more email", "more emails")} today. Select fewer.`,
      },
      409,
    )
  const { mails, settled, held, processing, unreachable, unsent, gone, returned } = sent
  const problems = [
    settled > 0 ? `${countOf(settled, "invoice")} had no balance due.` : "",
    held > 0 ? `${countOf(held, "invoice")} can get a reminder once the invoice run is sent.` : "",
    processing > 0
      ? `An online payment of ${countOf(processing, "invoice")} is being processed: no reminder was sent.`
      : "",
    unreachable > 0 ? `No payer has an email for ${countOf(unreachable, "invoice")}.` : "",
    unsent > 0 ? `${countOf(unsent, "invoice")} ${formFor(unsent, "is a draft", "are drafts")}.` : "",
    gone > 0 ? `${countOf(gone, "invoice")} ${formFor(gone, "is", "are")} void or not in your school.` : "",
    notEmailedText(returned),
  ].filter(Boolean)
  return redirectWithToast(paths.reminders(), {
    tone: problems.length > 0 ? "bad" : "good",
    title: `${countOf(mails, "reminder")} sent.`,
    text: problems.join(" ") || undefined,
  })
}

export const { handle, meta } = framed({
  tab: "reminders",
  title: "Reminders",
  head: () => ({ expression: "overdue invoices, oldest first" }),
})

export default function Reminders() {
  const { invoices, pages, openMinor, currency, isAutomatic, formKey, underWay } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const problem = result?.error?.invoice?.join(" ")
  const justReminded = invoices.filter(({ isJustReminded }) => isJustReminded).length
  // After a refusal the selection stays.
  const selected = result?.initialValue && new Set([result.initialValue.invoice ?? []].flat().map(String))
  // With a script the button names how many are selected.
  const [count, setCount] = useState<number>()
  useEffect(() => setCount(selectedIn(document.getElementById(formId))))
  return (
    <>
      <AnswerSummary formId={formId} result={result} />
      <p>
        Automatic reminders are {isAutomatic ? "on" : "off"}.{" "}
        <Link to={paths.reminderSchedule()}>Change automatic reminders</Link>
      </p>
      <TasksUnderWay tasks={underWay} />
      {justReminded > 0 ? (
        <p className="dim">
          {countOf(justReminded, "invoice")} got a reminder in the last 3 days, so{" "}
          {justReminded === 1 ? "it isn’t" : "they aren’t"} selected.
        </p>
      ) : null}
      {invoices.length === 0 ? (
        <EmptyState action={<Link to={paths.billing()}>All invoices</Link>}>
          No overdue invoices. Unpaid invoices appear here after their due date.
        </EmptyState>
      ) : (
        <PostForm
          className="stack"
          id={formId}
          onChange={({ currentTarget }) => setCount(selectedIn(currentTarget))}
          sends={{ key: formKey }}
        >
          <fieldset
            id="remind-invoice"
            tabIndex={-1}
            className={problem ? "field invalid" : undefined}
            aria-describedby={problem ? "remind-invoice-error" : undefined}
          >
            <legend className="visually-hidden">Invoices to remind about</legend>
            <FieldProblem id="remind-invoice-error" message={problem} />
            <DataTable
              caption="Overdue invoices, oldest first"
              middle
              terse
              rows={invoices}
              columns={[
                {
                  label: "Invoice",
                  cell: ({ id, number, familyName, familyChildren, isPaused, isJustReminded, reach }) => (
                    <label className="checkbox">
                      <input
                        type="checkbox"
                        name="invoice[]"
                        value={id}
                        defaultChecked={selected?.has(id) ?? !(isPaused || isJustReminded)}
                      />
                      <span>
                        {number}, <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
                        {unreachedText(reach) ? (
                          <span className="kin-line bad">{unreachedText(reach)}</span>
                        ) : null}
                      </span>
                    </label>
                  ),
                },
                { label: "Due", cell: ({ dueOn }) => <DueOn date={dueOn} /> },
                { label: "Overdue by", numeric: true, cell: ({ daysLate }) => countOf(daysLate, "day") },
                {
                  label: "Last reminder",
                  cell: ({ remindedOn, isPaused, reminders, texts }) => (
                    <>
                      {`${remindedOn ? formatDate(remindedOn, "medium") : "None yet"}${isPaused ? ", paused" : ""}`}
                      {reminders.length > 0 ? (
                        <>
                          <br />
                          <span className={reminders.some(isTrouble) ? "small bad" : "small dim"}>
                            {[deliveryCounts(reminders), phoneCounts("text", texts)]
                              .filter(Boolean)
                              .join(". ")}
                          </span>
                        </>
                      ) : null}
                    </>
                  ),
                },
                amountColumn("openMinor", currency, "Balance due"),
              ]}
            />
          </fieldset>
          <LedgerList
            rows={[]}
            total={{
              label: countOf(pages.total, "overdue invoice"),
              amount: formatMoney(openMinor, currency),
            }}
          />
          <SubmitRow
            label={count ? `Send reminders for ${countOf(count, "invoice")}` : "Send reminders"}
            pending="Sending…"
          />
          <MorePages {...pages} />
        </PostForm>
      )}
    </>
  )
}

const selectedIn = (form: HTMLElement | null) =>
  form instanceof HTMLFormElement ? new FormData(form).getAll("invoice[]").length : 0
