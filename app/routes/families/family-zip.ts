import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node"
import { streamAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { familyZip } from "~/models/overview/family-data/family-zip.server"
import { findFamily } from "~/models/people/family/family.server"
import { paths } from "~/utils/paths"

/** Looked at by its address, the file leads to its page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const family = orNotFound(findFamily(actor, params.familyId ?? ""))
  return redirect(paths.familyData(family.id))
}

/** The file; requested by a form, because the download is recorded in the school's activity. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const file = orNotFound(await familyZip(actor, params.familyId ?? ""))
  const { stream, ...known } = file
  const body = createReadableStreamFromReadable(stream)
  return streamAnswer({ ...known, body, contentType: "application/zip" })
}
