import { PostForm, SubmitButton } from "~/components/form/post-form"
import { useHasRight } from "~/components/ui/limits"
import { cancelPlannedText, plannedText, type StudentStatus } from "~/models/people/student/student"
import { paths } from "~/utils/paths"

type PlannedStatusProps = {
  studentId: string
  name: string
  planned: { status: StudentStatus; on: string } | null
}

/** What a student becomes on a later day, and how it is canceled. */
export function PlannedStatus({ studentId, name, planned }: PlannedStatusProps) {
  const hasRight = useHasRight()
  if (!planned) return null
  const { status, on } = planned
  return (
    <PostForm className="toolbar" action={paths.editStudent(studentId)} sends={{ status, on }}>
      <p>
        {name} {plannedText(planned)}.
      </p>
      {hasRight("student:write") ? (
        <SubmitButton intent="cancel-status" variant="secondary" pending="Canceling…">
          {cancelPlannedText(status)}
        </SubmitButton>
      ) : null}
    </PostForm>
  )
}
