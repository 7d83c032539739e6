import type { NoteHeadKind } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import { type Stage, stageLabels } from "~/models/people/inquiry/inquiry"

export const stageSigns: Record<Stage, { head: NoteHeadKind; tone?: "ok" | "dim" }> = {
  new: { head: "open" },
  contacted: { head: "held" },
  trial: { head: "half" },
  tried: { head: "held" },
  offered: { head: "half" },
  won: { head: "on", tone: "ok" },
  lost: { head: "rest", tone: "dim" },
}

/** How far the office is with someone who asked for lessons. */
export const StageMark = ({ stage, until }: { stage: Stage; until?: string | null }) => (
  <Status {...stageSigns[stage]}>
    {until ? `${stageLabels[stage]} until ${until}` : stageLabels[stage]}
  </Status>
)
