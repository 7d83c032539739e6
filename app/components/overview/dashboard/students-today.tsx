import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { Figure } from "~/components/ui/figure"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

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

/** Everyone who wasn’t invited yet, in one step: it leads to the preview, which names each of them. */
function InviteRest({ to }: { to: string }) {
  return (
    <PostForm
      action={to}
      className="no-print"
      sends={{ noun: "people", scope: "all", list: "state=not-invited" }}
    >
      <Button name="act" value="invite">
        Invite families
      </Button>
    </PostForm>
  )
}
