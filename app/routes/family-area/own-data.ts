import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { gatherOwnData } from "~/models/overview/family-area/own-data.server"

/** A copy of what the school keeps about the reader and their students. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return fileAnswer({
    bytes: Buffer.from(`${JSON.stringify(gatherOwnData(actor), null, 2)}\n`),
    contentType: "application/json; charset=utf-8",
    fileName: "my-data.json",
  })
}
