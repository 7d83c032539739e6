import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenPeriod } from "~/http/chosen-period"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { findPayRhythm } from "~/models/money/pay/pay-reads.server"
import { payStateLabels } from "~/models/money/pay/pay-run"
import { listTeacherPay } from "~/models/money/pay/payslips.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"

/** Every teacher's pay for a period as CSV, as /teachers/pay shows it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const period = chosenPeriod(request, findPayRhythm(actor), todayOf(actor))
  const csv = writeCsv(
    ["Teacher", "From", "To", "Lessons", "Extra work and corrections", "Status", "Pay", "Currency"],
    (await listTeacherPay(actor, period)).map((each) => [
      each.name,
      period.from,
      period.to,
      each.lessons,
      each.others,
      payStateLabels[each.state],
      each.totalMinor / 100,
      actor.school.currency,
    ]),
  )
  return csvAnswer({ fileName: `pay-${period.from}.csv`, csv })
}
