import type { LoaderFunctionArgs } from "@remix-run/node"
import { imageAnswer } from "~/http/file-answer.server"
import { orNotFound, personOf, requireUser, staffOf } from "~/http/guards.server"
import { findOwnImage, findSentImage } from "~/models/platform/support/support-image.server"

/** An image of the support chat: for the person who sent it, and for staff who read the chat once it was sent to them. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request)
  const imageId = params.imageId ?? ""
  const image = orNotFound(
    viewer.user.isSuperAdmin
      ? await findSentImage(staffOf(viewer), imageId)
      : await findOwnImage(personOf(viewer), imageId),
  )
  return imageAnswer({ ...image, fileName: "image.webp" })
}
