import type { LoaderFunctionArgs } from "@remix-run/node"
import { imageAnswer } from "~/http/file-answer.server"
import { notFound } from "~/http/responses.server"
import { readLogo } from "~/models/accounts/school/logo.server"

/** A school's logo, for its pages that strangers see as well. Another logo has another address. */
export async function loader({ params }: LoaderFunctionArgs) {
  const bytes = await readLogo(params.logoKey ?? "")
  if (!bytes) throw notFound()
  return imageAnswer({ bytes, contentType: "image/png", fileName: "logo.png" })
}
