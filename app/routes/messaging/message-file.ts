import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer, imageAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readMessageFile } from "~/models/communication/messaging/message-file.server"
import { readReportedFile } from "~/models/communication/messaging/report.server"

/** The file of a message, for who is in the conversation, and as it was reported for who looks into a report: a picture is shown, anything else downloaded. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const reportId = new URL(request.url).searchParams.get("report")
  const file = orNotFound(
    reportId
      ? await readReportedFile(actor, params.messageId ?? "", reportId)
      : await readMessageFile(actor, params.conversationId ?? "", params.messageId ?? ""),
  )
  return file.contentType.startsWith("image/")
    ? imageAnswer({ ...file, fileName: "image.webp" })
    : fileAnswer(file)
}
