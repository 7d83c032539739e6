import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { readTeacherQuery } from "~/models/people/teacher/teacher-query"
import { writeTeachersFile } from "~/models/people/teacher/teachers-file.server"

/** The teachers of the current filter as a CSV file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  return csvAnswer(writeTeachersFile(actor, readTeacherQuery(new URL(request.url).searchParams)))
}
