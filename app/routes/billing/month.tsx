import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ClosingPart, reopenFormId } from "~/components/money/month-sheet/closing-part"
import { MonthFigures } from "~/components/money/month-sheet/month-figures"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/link"
import { chosenMonth } from "~/http/chosen-month"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import { orNotFound } from "~/http/responses.server"
import { may } from "~/models/foundation/access/permissions"
import {
  closeMonth,
  isClosed,
  lastMonth,
  listClosings,
  reopenMonth,
} from "~/models/money/closing/closing.server"
import { MonthForm, ReopenForm } from "~/models/money/closing/closing-form"
import { monthSheetAside } from "~/models/money/month-sheet/month-sheet.server"
import { closingRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { paths } from "~/utils/paths"

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
    sheet: await monthSheetAside(actor, month),
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

export const handle: FramedPage<typeof loader> = {
  tab: "month",
  title: "Month end",
  head: ({ heading }) => ({ expression: heading }),
}

export const meta: MetaFunction = () => [{ title: "Month end · Tutti" }]

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
      <ClosingPart {...page} key={month} result={result} />
    </>
  )
}
