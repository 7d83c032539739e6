import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireStaff } from "~/http/guards.server"
import { monthsUpTo } from "~/models/platform/growth/growth"
import { moveKinds, moveLabels, revenueByMonth } from "~/models/platform/revenue/revenue"
import { listRevenue } from "~/models/platform/revenue/revenue.server"
import { now } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"

const spans = ["6", "12", "24"]
const dollars = (minor: number) => Math.round(minor) / 100

/** Revenue changes month by month as CSV, in USD. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "figure:read")
  const asked = new URL(request.url).searchParams.get("months")
  const months = monthsUpTo(now(), Number(spans.find((span) => span === asked) ?? "12"))
  const moves = listRevenue(staff).map((school) => school.moves)
  return csvAnswer({
    fileName: "revenue.csv",
    csv: writeCsv(
      [
        "Month",
        "Start (USD)",
        ...moveKinds.map((kind) => `${moveLabels[kind]} (USD)`),
        "End (USD)",
        "Net retention (%)",
        "Churn rate (%)",
      ],
      revenueByMonth(moves, months, now()).map((month) => [
        month.month,
        dollars(month.start),
        ...moveKinds.map((kind) => dollars(month[kind])),
        dollars(month.end),
        month.netRetention,
        month.churnRate,
      ]),
    ),
  })
}
