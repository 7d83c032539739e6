import type { LoaderFunctionArgs } from "@remix-run/node"
import { imageAnswer } from "~/http/file-answer.server"
import { requireLogo } from "~/http/guards.server"

/** A school's logo, for its pages that strangers see as well. Another logo has another address. */
export async function loader({ params }: LoaderFunctionArgs) {
  const bytes = await requireLogo(params.logoKey)
  return imageAnswer({ bytes, contentType: "image/png", fileName: "logo.png" })
}
