import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { exportSchool } from "~/models/accounts/school/export-school.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { zipOf } from "~/utils/zip.server"
import { today } from "~/utils/zones"

/** Looked at by its address, the file leads to its page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMemberPaidOrNot(request, "school:administer")
  return redirect(paths.schoolExport())
}

/** The export file; requested by a form, because the download is recorded in the school's log. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  const name = actor.school.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")
  return fileAnswer({
    bytes: zipOf(exportSchool(actor)),
    contentType: "application/zip",
    fileName: `${name}-${today(actor.school.timeZone, now())}.zip`,
  })
}
