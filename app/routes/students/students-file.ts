import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { writeStudentsFile } from "~/models/people/student/students-file.server"

/** The students of the current filter as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { filter } = readStudentQuery(new URL(request.url).searchParams)
  return csvAnswer(writeStudentsFile(actor, { sort: filter.sort, ids: listIdsWith(actor, filter, "all") }))
}
