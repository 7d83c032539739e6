import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AttendanceView } from "~/components/overview/sheets/attendance-view"
import { pageTitle } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readMonth } from "~/models/overview/sheets/sheets"
import { attendanceSheet } from "~/models/overview/sheets/sheets.server"
import { findOwnClass } from "~/models/overview/teacher-area/own-class.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { monthBounds } from "~/utils/dates"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = findOwnTeacher(actor)
  const found = orNotFound(own && findOwnClass(actor, own.id, params.classId ?? ""))
  const present = todayOf(actor).slice(0, 7)
  const month = readMonth(new URL(request.url).searchParams.get("month"), present)
  return {
    id: found.id,
    name: found.name,
    month,
    sheet: attendanceSheet(actor, found.id, monthBounds(month)),
  }
}

export const meta = pageTitle<typeof loader>(
  (data) => `My attendance sheet of ${data.name}`,
  "My attendance sheet",
)

export default function OwnAttendanceSheet() {
  const { id, ...sheet } = useLoaderData<typeof loader>()
  return <AttendanceView back={paths.teacherClass(id)} {...sheet} />
}
