import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer, imageAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { readMessageFile } from "~/models/communication/messaging/message-file.server"

/** The file of a message, for who is in the conversation: a picture is shown, anything else downloaded. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const file = await readMessageFile(actor, params.conversationId ?? "", params.messageId ?? "")
  if (!file) throw notFound()
  return file.contentType.startsWith("image/")
    ? imageAnswer({ ...file, fileName: "image.webp" })
    : fileAnswer(file)
}
