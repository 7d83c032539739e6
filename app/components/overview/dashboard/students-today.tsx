import { Figure } from "~/components/ui/figure"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { InviteRest } from "./invite-rest"

type StudentsTodayProps = {
  learning: number
  /** Where the families that weren’t invited are; null without any. */
  inviteAt: string | null
}

/** How many learn today, and the way to invite the families that weren’t yet. */
export function StudentsToday({ learning, inviteAt }: StudentsTodayProps) {
  return (
    <>
      {learning > 0 ? (
        <p className="small">
          <Figure of="students-learning" to={paths.students({ status: "learning" })}>
            {formatNumber(learning)} active or on trial today
          </Figure>
        </p>
      ) : null}
      {inviteAt ? <InviteRest to={inviteAt} /> : null}
    </>
  )
}
