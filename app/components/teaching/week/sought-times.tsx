import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

/** Says what the dashed times in the week are, with the way back to their list. */
export function SoughtTimes({ sought }: { sought: { find: string; subject: string | null } | null }) {
  if (!sought) return null
  return (
    <p className="no-print">
      Dashed in blue: free times{sought.subject ? ` for ${sought.subject}` : ""}.{" "}
      <Link to={`${paths.findTime()}?${sought.find}`}>Back to the list</Link>
    </p>
  )
}
