import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node"
import { streamAnswer } from "~/http/file-answer.server"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { openExport } from "~/models/accounts/school/export-school.server"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

/** Looked at by its address, the file leads to its page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMemberPaidOrNot(request, "school:administer")
  return redirect(paths.schoolExport())
}

/** The export file; requested by a form, because the download is recorded in the school's log. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  const form = await request.formData()
  const file = await openExport(actor, String(form.get("task") ?? ""))
  if (!file)
    return redirectWithToast(paths.schoolExport(), {
      tone: "bad",
      title: "This file is no longer available.",
      text: "Export your school again.",
    })
  const name = actor.school.name.toLowerCase().replace(/[^a-z0-9]+/g, "-")
  return streamAnswer({
    body: createReadableStreamFromReadable(file.stream),
    bytes: file.bytes,
    contentType: "application/zip",
    fileName: `${name}-${todayOf(actor)}.zip`,
  })
}
