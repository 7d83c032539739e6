import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type TeacherEndProps = {
  teacher: { id: string; name: string; deactivatedAt: number | null; lastDay: string | null }
}

/** What ends a teacher's time at the school, and after it what is kept of them. */
export function TeacherEnd({ teacher: { id, name, deactivatedAt, lastDay } }: TeacherEndProps) {
  return (
    <>
      {lastDay ? (
        <p>
          {name} leaves after {formatDate(lastDay, "medium")}.{" "}
          <Link to={paths.deactivateTeacher(id)}>Change or cancel</Link>
        </p>
      ) : null}
      <p className="buttons no-print">
        {deactivatedAt === null && !lastDay ? (
          <LinkButton variant="danger" to={paths.deactivateTeacher(id)}>
            Deactivate {name}
          </LinkButton>
        ) : null}{" "}
        <Link to={paths.eraseTeacher(id)}>Erase personal data</Link>
      </p>
    </>
  )
}
