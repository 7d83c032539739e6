import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

type TeacherEndProps = { teacher: { id: string; name: string; deactivatedAt: number | null } }

/** What ends a teacher's time at the school, and after it what is kept of them. */
export function TeacherEnd({ teacher: { id, name, deactivatedAt } }: TeacherEndProps) {
  return (
    <p className="buttons no-print">
      {deactivatedAt === null ? (
        <LinkButton variant="danger" to={paths.deactivateTeacher(id)}>
          Deactivate {name}
        </LinkButton>
      ) : null}
      <Link to={paths.eraseTeacher(id)}>Erase personal data</Link>
    </p>
  )
}
