import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { EmergencyView } from "~/components/overview/sheets/emergency-view"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { classEmergencySheet, dayEmergencySheet } from "~/models/overview/sheets/sheets.server"
import { findOwnClass } from "~/models/overview/teacher-area/own-class.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { paths } from "~/utils/paths"

/** Of one of the teacher's own classes, or of everyone whom they teach on a day. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const query = new URL(request.url).searchParams
  const asked = query.get("date") ?? ""
  const date = isDate(asked) ? asked : todayOf(actor)
  const classId = query.get("class")
  const found = classId ? findOwnClass(actor, own.id, classId) : undefined
  if (classId && !found) throw notFound()
  return {
    date,
    schoolClass: found ? { id: found.id, name: found.name } : null,
    ...(found ? classEmergencySheet(actor, found.id, date) : dayEmergencySheet(actor, date, own.id)),
  }
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Emergency sheet for my students · Tutti" }]

export default function OwnEmergencySheet() {
  const sheet = useLoaderData<typeof loader>()
  const { schoolClass } = sheet
  const back = schoolClass
    ? { to: paths.teacherClass(schoolClass.id), label: schoolClass.name }
    : { to: paths.teacherStudents(), label: "My students" }
  return <EmergencyView back={back} {...sheet} />
}
