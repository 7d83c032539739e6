import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer, imageAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readUnsent } from "~/models/communication/messaging/message-file.server"

/** A file that another app shared, before it is sent: only for the person who shared it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const file = orNotFound(await readUnsent(actor, params.fileId ?? ""))
  return file.contentType.startsWith("image/")
    ? imageAnswer({ ...file, fileName: "image.webp" })
    : fileAnswer(file)
}
