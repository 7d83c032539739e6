import type { ActionFunctionArgs } from "@remix-run/node"
import { requirePersonCall } from "~/http/call-guards.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { receiveSupportImage } from "~/routes/support/support-forms.server"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"

/** `POST /api/support/upload-image` (spec §7): a multipart form with the field `image`; answers its `imageUrl`. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePersonCall(request)
  if (request.method !== "POST") return onlyPost()
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? ""))
    return refuseJson("Send a form with the image, as multipart/form-data.", 415)
  const form = await request.formData()
  if (hasSeveralFiles(form)) return refuseJson(oneFileOnly, 400)
  const received = await receiveSupportImage(person, form.get("image"))
  return received.ok
    ? answerJson({ imageUrl: received.imageUrl })
    : refuseJson(received.message, received.status)
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
