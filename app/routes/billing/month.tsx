import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { MonthFigures } from "~/components/money/month-sheet/month-figures"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { chosenMonth } from "~/http/chosen-period"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import { may } from "~/models/foundation/access/permissions"
import {
  closeMonth,
  isClosed,
  lastMonth,
  listClosings,
  reopenMonth,
} from "~/models/money/closing/closing.server"
import { MonthForm, ReopenForm } from "~/models/money/closing/closing-form"
import { monthSheetInBackground } from "~/models/money/month-sheet/month-sheet.server"
import { closingRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

const mostClosings = 12

/** A month's figures for the bookkeeper, and closing it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const present = lastMonth(actor)
  const month = chosenMonth(request, present)
  const { first, last } = monthBounds(month)
  return {
    month,
    present,
    before: monthOf(addMonths(first, -1)),
    after: monthOf(addMonths(first, 1)),
    heading: formatDate(first, "month"),
    sheet: await monthSheetInBackground(actor, month),
    isOver: last < todayOf(actor),
    isClosed: isClosed(actor, last),
    mayClose: may(actor, "school:administer"),
    paysTeachers: may(actor, "teacher:read"),
    closings: listClosings(actor, mostClosings),
    currency: actor.school.currency,
    timeZone: actor.school.timeZone,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const form = await request.formData()
  const { month } = orNotFound(MonthForm.safeParse(Object.fromEntries(form)).data)
  const name = formatDate(`${month}-01`, "month")
  const refusals = titles(closingRefusals)
  return intents(form, paths.monthSheet({ month }), {
    "reopen-month": intent({
      schema: ReopenForm,
      run: (wish) => reopenMonth(actor, wish),
      refusals,
      saved: `${name} reopened.`,
    }),
    else: act({ run: () => closeMonth(actor, month), refusals, saved: `${name} closed.` }),
  })
}

export const { handle, meta } = framed<typeof loader>({
  tab: "month",
  title: "Month end",
  head: ({ heading }) => ({ expression: heading }),
})

export default function Month() {
  const page = useLoaderData<typeof loader>()
  const { month, present, sheet, currency } = page
  const result = useActionData<typeof action>()?.result
  const to = (of: string) => paths.monthSheet({ month: of === present ? undefined : of })
  return (
    <>
      <AnswerSummary formId={reopenFormId} result={result} />
      <PeriodLinks
        unit="month"
        previous={to(page.before)}
        today={to(present)}
        todayLabel="Last month"
        next={to(page.after)}
      />
      <MonthFigures sheet={sheet} currency={currency} paysTeachers={page.paysTeachers} />
      <p className="no-print">
        <a href={paths.monthSheetFile(month)} download>
          Download CSV
        </a>
        {" · "}
        <Link to={paths.monthFiles({ month })}>Files for your accountant</Link>
      </p>
      <ClosingPart key={month} result={result} />
    </>
  )
}

const reopenFormId = "reopen"

/** Closes the month, or reopens it with a reason; and who did so before. */
function ClosingPart({ result }: { result?: SubmissionResult }) {
  const { month, heading, isOver, isClosed, mayClose, closings, timeZone } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ reason: string }>({ id: reopenFormId, lastResult: result })
  return (
    <section className="section narrow no-print" aria-labelledby="closing">
      <h2 id="closing">{isClosed ? `${heading} is closed` : "Close the month"}</h2>
      {isClosed ? (
        <>
          <p>
            Nothing dated in {heading} can be added, changed or voided. Corrections are dated in the open
            month.
          </p>
          {mayClose ? (
            <PostForm className="form" {...getFormProps(form)} sends={{ month }}>
              <Field
                meta={fields.reason}
                label="Reason to reopen"
                hint="also reopens later months"
                maxLength={200}
              />
              <SubmitRow
                label={`Reopen ${heading}`}
                intent="reopen-month"
                variant="secondary"
                pending="Reopening…"
              />
            </PostForm>
          ) : null}
        </>
      ) : isOver && mayClose ? (
        <PostForm className="form" sends={{ month }}>
          <p>
            Closing keeps these figures as they are: payments, refunds and voids can no longer be dated in{" "}
            {heading} or before.
          </p>
          <SubmitRow label={`Close ${heading}`} intent="close-month" variant="secondary" pending="Closing…" />
        </PostForm>
      ) : (
        <p className="dim">
          {isOver
            ? `An administrator can close ${heading}.`
            : `${mayClose ? "You" : "An administrator"} can close ${heading} after it ends.`}
        </p>
      )}
      {closings.length > 0 ? (
        <ul className="rows">
          {closings.map((each) => (
            <li key={each.id}>
              <span>
                {each.kind === "close" ? "Closed through" : "Reopened after"}{" "}
                {each.closedThrough ? formatDate(each.closedThrough, "medium") : "the start"}
                <br />
                <span className="small dim">
                  {each.memberName}, {formatInstant(each.createdAt, timeZone)}
                  {each.reason ? `: ${each.reason}` : ""}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
