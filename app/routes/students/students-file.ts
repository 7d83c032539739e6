import type { LoaderFunctionArgs } from "@remix-run/node"
import { readStudentQuery } from "~/models/student/student"
import { writeStudentsFile } from "~/models/student/students-file.server"
import { csvAnswer } from "~/utils/http/file-answer.server"
import { requireMember } from "~/utils/http/guards.server"

/** The students of the current filter as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const { filter } = readStudentQuery(new URL(request.url).searchParams)
  return csvAnswer(writeStudentsFile(actor, filter))
}
