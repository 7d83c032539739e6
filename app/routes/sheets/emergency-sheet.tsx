import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { EmergencyView } from "~/components/overview/sheets/emergency-view"
import { notFound, requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { classEmergencySheet, dayEmergencySheet } from "~/models/overview/sheets/sheets.server"
import { todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { paths } from "~/utils/paths"

/** Of a class, or of everyone who has a lesson on a day. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const query = new URL(request.url).searchParams
  const asked = query.get("date") ?? ""
  const date = isDate(asked) ? asked : todayOf(actor)
  const classId = query.get("class")
  const found = classId ? classOfPage(actor, classId) : undefined
  if (classId && !found) throw notFound()
  return {
    date,
    schoolClass: found ? { id: found.id, name: found.name } : null,
    ...(found ? classEmergencySheet(actor, found.id, date) : dayEmergencySheet(actor, date)),
  }
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Emergency sheet · Tutti" }]

export default function EmergencySheet() {
  const sheet = useLoaderData<typeof loader>()
  const { schoolClass } = sheet
  const back = schoolClass
    ? { to: paths.class(schoolClass.id), label: schoolClass.name }
    : { to: paths.students(), label: "Students" }
  return <EmergencyView back={back} {...sheet} />
}
