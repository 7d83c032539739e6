import type { LoaderFunctionArgs } from "@remix-run/node"
import { actText } from "~/components/platform/staff/staff-acts"
import { csvAnswer } from "~/http/file-answer.server"
import { requireStaff } from "~/http/guards.server"
import { readLogQuery } from "~/models/platform/staff/staff-log"
import { listLog } from "~/models/platform/staff/staff-members.server"
import { writeCsv } from "~/utils/csv.server"

/** All pages of the filtered staff log as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff:manage")
  const { rows } = listLog(staff, readLogQuery(new URL(request.url).searchParams), null)
  return csvAnswer({
    fileName: "staff-log.csv",
    csv: writeCsv(
      ["When (UTC)", "By", "Action", "School", "About", "Internal reason", "Message to the school"],
      rows.map(({ createdAt, staffName, verb, schoolName, about, reason, told }) => [
        new Date(createdAt).toISOString(),
        staffName,
        actText(verb),
        schoolName ?? "",
        about,
        reason,
        told,
      ]),
    ),
  })
}
