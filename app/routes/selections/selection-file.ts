import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { notFound, requireMember } from "~/http/guards.server"
import { may } from "~/models/foundation/access/permissions"
import { findSelection } from "~/models/foundation/selection/selection.server"
import { writeFamiliesFile } from "~/models/money/family-list/families-file.server"
import { permissionOf } from "~/models/overview/bulk/select-records.server"
import { writeListFile } from "~/models/overview/list-file/list-file.server"
import { writeTeachersFile } from "~/models/people/teacher/teachers-file.server"
import { writeClassesFile } from "~/models/teaching/class/classes-file.server"

/** What was selected to export, as a CSV file with the data of now. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  const selection = findSelection(actor, params.selectionId ?? "")
  if (selection?.act !== "export" || !may(actor, permissionOf[selection.noun])) throw notFound()
  const { noun, ids } = selection
  if (noun === "students") return csvAnswer(await writeListFile(actor, "students", { ids }, request.signal))
  if (noun === "families") return csvAnswer(writeFamiliesFile(actor, ids))
  if (noun === "classes") return csvAnswer(writeClassesFile(actor, ids))
  if (noun === "invoices") return csvAnswer(await writeListFile(actor, "invoices", { ids }, request.signal))
  if (noun === "teachers") return csvAnswer(writeTeachersFile(actor, { ids }))
  throw notFound()
}
