import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenMonth } from "~/http/chosen-month"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { listPayLines } from "~/models/money/pay/pay-lines.server"
import { findTeacherEver } from "~/models/people/teacher/change-teacher.server"
import { now } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"

/** The lines of a teacher's month as CSV, as /teachers/{id}/pay shows them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = findTeacherEver(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  const month = chosenMonth(request, monthOf(today(actor.school.timeZone, now())))
  const { first, last } = monthBounds(month)
  const csv = writeCsv(
    ["Date", "Lesson", "Minutes", "Rate", "Pay", "Currency"],
    listPayLines(actor, teacher.id, first, last).map((line) => [
      line.localDate,
      line.title,
      line.minutes,
      line.rule,
      line.amountMinor === null ? "" : line.amountMinor / 100,
      actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: `pay-${month}.csv`, csv })
}
