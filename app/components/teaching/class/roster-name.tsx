import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

type RosterNameProps = { studentId: string; name: string; prerequisiteReason: string | null }

/** A student of a class, with why they joined without what it requires. */
export const RosterName = ({ studentId, name, prerequisiteReason }: RosterNameProps) => (
  <>
    <Link to={paths.student(studentId)}>{name}</Link>{" "}
    {prerequisiteReason ? <span className="dim"> without a prerequisite: {prerequisiteReason}</span> : null}
  </>
)
