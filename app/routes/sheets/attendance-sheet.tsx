import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AttendanceView } from "~/components/overview/sheets/attendance-view"
import { pageTitle } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { readMonth } from "~/models/overview/sheets/sheets"
import { attendanceSheet } from "~/models/overview/sheets/sheets.server"
import { todayOf } from "~/utils/clock.server"
import { monthBounds } from "~/utils/dates"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const present = todayOf(actor).slice(0, 7)
  const month = readMonth(new URL(request.url).searchParams.get("month"), present)
  return {
    id: found.id,
    name: found.name,
    month,
    sheet: attendanceSheet(actor, found.id, monthBounds(month)),
  }
}

export const meta = pageTitle<typeof loader>((data) => `Attendance sheet of ${data.name}`, "Attendance sheet")

export default function AttendanceSheetPage() {
  const { id, ...sheet } = useLoaderData<typeof loader>()
  return <AttendanceView back={paths.classLessons(id)} {...sheet} />
}
