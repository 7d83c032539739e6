import type { LoaderFunctionArgs } from "@remix-run/node"
import { imageAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readPhoto } from "~/models/communication/messaging/seen-photos.server"

/** The photo of someone whom the reader sees. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const photo = orNotFound(await readPhoto(actor, params.memberId ?? ""))
  return imageAnswer({ ...photo, fileName: "photo.webp" })
}
