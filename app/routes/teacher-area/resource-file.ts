import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readStored } from "~/models/accounts/school-file/store-file.server"
import { findResource } from "~/models/learning/resource/resource.server"

/** A file of the library, for a teacher of the school. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const resource = findResource(actor, params.resourceId ?? "")
  const file = orNotFound(resource?.fileId ? await readStored(actor, resource.fileId) : undefined)
  return fileAnswer({ ...file, fileName: resource?.fileName ?? "file" })
}
