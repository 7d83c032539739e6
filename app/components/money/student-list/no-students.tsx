import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { paths } from "~/utils/paths"

/** The list of a school that has no students yet. */
export function NoStudents() {
  return (
    <>
      <PageHead title="Students" actions={<LinkButton to={paths.newStudent()}>New student</LinkButton>} />
      <EmptyState
        action={
          <LinkButton to={paths.imports()} variant="primary">
            Import a roster
          </LinkButton>
        }
      >
        No students yet. Import your spreadsheet with students, families, teachers and lesson times. You’ll
        see a preview before anything is saved.
      </EmptyState>
    </>
  )
}
