import { Status } from "~/components/ui/status"
import { type SkillState, skillStateLabels } from "~/models/learning/skill/skill"

/** A skill's state: a note head and its label. */
export function SkillStatus({ state }: { state: SkillState }) {
  return <Status {...skillStateLabels[state]} />
}
