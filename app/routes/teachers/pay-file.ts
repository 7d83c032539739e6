import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenPeriod } from "~/http/chosen-period"
import { csvAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findPayRhythm } from "~/models/money/pay/pay-reads.server"
import { findPay } from "~/models/money/pay/payslips.server"
import { findTeacherEver } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"

/** The lines of a teacher's period as CSV, as /teachers/{id}/pay shows them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(findTeacherEver(actor, params.teacherId ?? ""))
  const period = chosenPeriod(request, findPayRhythm(actor), todayOf(actor))
  const csv = writeCsv(
    ["Date", "Lesson", "Minutes", "Rate", "Pay", "Currency"],
    findPay(actor, teacher.id, period).lines.map((line) => [
      line.localDate,
      line.title,
      line.minutes ?? "",
      line.rule,
      line.amountMinor === null ? "" : line.amountMinor / 100,
      actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: `pay-${period.from}.csv`, csv })
}
