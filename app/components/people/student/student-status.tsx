import type { NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import { type StudentStatus as State, statusLabels } from "~/models/people/student/student"

const signs: Record<State, { head: NoteHeadKind; tone?: "ok" | "dim" }> = {
  lead: { head: "open" },
  trial: { head: "half" },
  active: { head: "on", tone: "ok" },
  paused: { head: "held" },
  former: { head: "rest", tone: "dim" },
}

/** A student's status at the school. */
export function StudentStatus({ status }: { status: State }) {
  return <Status {...signs[status]}>{statusLabels[status]}</Status>
}
