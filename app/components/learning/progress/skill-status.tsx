import { Status } from "~/components/ui/status"
import { type SkillState, skillStateLabels } from "~/models/learning/skill/skill"

/** How far somebody is with a skill: a note head and its word. */
export function SkillStatus({ state }: { state: SkillState }) {
  const { word, head, tone } = skillStateLabels[state]
  return (
    <Status head={head} tone={tone}>
      {word}
    </Status>
  )
}
