import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { paths } from "~/utils/paths"

type PinnedProps = { announcements: { id: string; subject: string; isAsked: boolean }[] }

/** The announcements that stay on the reader's home page for a while. */
export function Pinned({ announcements }: PinnedProps) {
  if (announcements.length === 0) return null
  return (
    <Callout>
      {announcements.map(({ id, subject, isAsked }) => (
        <p key={id}>
          <b>{subject}</b> <Link to={paths.conversation(id)}>{isAsked ? "Read and confirm" : "Read"}</Link>
        </p>
      ))}
    </Callout>
  )
}
