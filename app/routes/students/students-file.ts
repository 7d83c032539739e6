import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { writeListFile } from "~/models/overview/list-file/list-file.server"

/** The students of the current filter as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { search: query } = new URL(request.url)
  return csvAnswer(await writeListFile(actor, "students", { query }, request.signal))
}
