import { LinkButton } from "~/components/ui/button"
import type { StudentStatus } from "~/models/people/student/student"
import { paths } from "~/utils/paths"

/** Books the next thing a student needs: a trial for those who are new, otherwise a time that is free. Nothing for former ones. */
export function LessonTimeLink({
  student: { id, status },
}: {
  student: { id: string; status: StudentStatus }
}) {
  if (status === "former") return null
  if (status === "lead" || status === "trial")
    return <LinkButton to={paths.trialLesson({ student: id })}>Book trial lesson</LinkButton>
  return <LinkButton to={paths.findTime({ student: id })}>Find a time</LinkButton>
}
