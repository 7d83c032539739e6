import type { NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { PortalSession } from "~/models/overview/family-area/portal-session"

/** How each mark is shown. */
export const markLooks: Record<MarkCode, { head: NoteHeadKind; children: string }> = {
  present: { head: "on", children: "Present" },
  late: { head: "half", children: "Late" },
  absent: { head: "x", children: "Absent" },
  excused: { head: "open", children: "Excused" },
  cancelled: { head: "rest", children: "Canceled by the school" },
}

type Shown = Pick<PortalSession, "state" | "code" | "statusName" | "noticeAt">

/** A lesson's status for the family. */
export function LessonStatus({ session }: { session: Shown }) {
  if (session.state === "cancelled") return <Status head="rest">Canceled</Status>
  if (session.code) {
    const { head, children } = markLooks[session.code]
    return <Status head={head}>{session.statusName ?? children}</Status>
  }
  if (session.noticeAt !== null)
    return (
      <Status head="rest" tone="warn">
        Not coming
      </Status>
    )
  return (
    <Status head="open" tone="dim">
      Scheduled
    </Status>
  )
}
