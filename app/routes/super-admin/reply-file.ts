import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { orNotFound, requireStaff } from "~/http/guards.server"
import { findReplyFile } from "~/models/platform/inbound-mail/reply-file.server"

/** A file that came with a reply by email: always downloaded. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const file = orNotFound(await findReplyFile(staff, params.fileKey ?? ""))
  return fileAnswer(file)
}
