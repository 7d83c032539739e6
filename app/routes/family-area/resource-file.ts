import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readStored } from "~/models/accounts/school-file/store-file.server"
import { findSharedWith } from "~/models/learning/resource/list-resources.server"
import { findPortal } from "~/models/people/family-access/portal.server"

/** A file that is shared with one of the reader's students. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const found = findPortal(actor)
    .students.map(({ id }) => findSharedWith(actor, id, params.resourceId ?? ""))
    .find(Boolean)
  const file = orNotFound(found?.fileId ? await readStored(actor, found.fileId) : undefined)
  return fileAnswer({ ...file, fileName: found?.fileName ?? "file" })
}
