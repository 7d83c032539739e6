import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireStaff } from "~/http/guards.server"
import { standingLabels } from "~/models/accounts/subscription/subscription"
import { listSchools } from "~/models/platform/school/list-schools.server"
import { readSchoolQuery } from "~/models/platform/school/platform-schools"
import { writeCsv } from "~/utils/csv.server"

/** All schools that pass the list's filter as CSV; at most 20,000 rows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:export")
  const { filter } = readSchoolQuery(new URL(request.url).searchParams)
  const { schools } = listSchools(staff, filter, null)
  return csvAnswer({
    fileName: "schools.csv",
    csv: writeCsv(
      ["School", "Type", "Plan", "Billed", "Subscription", "Members", "Registered (UTC)", "ID"],
      schools.map(({ id, name, kind, planName, interval, state, members, createdAt }) => [
        name,
        kind === "solo" ? "Solo teacher" : "School",
        planName ?? "",
        interval ?? "",
        standingLabels[state],
        members,
        new Date(createdAt).toISOString(),
        id,
      ]),
    ),
  })
}
