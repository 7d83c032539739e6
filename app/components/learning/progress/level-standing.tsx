import type { InstrumentSheet } from "~/models/learning/skill/skill"
import { countOf } from "~/utils/formats"
import { instrumentWord } from "~/utils/word-within"

type LevelProgress = Omit<InstrumentSheet, "levels">

/** Which level is being worked on and what is missing for the next one. */
export function LevelProgressLine({ instrument, current, next, missing }: LevelProgress) {
  if (!current)
    return (
      <p>
        <b>All {instrumentWord(instrument)} skills are secure.</b>
      </p>
    )
  const count = countOf(missing.length, "skill")
  return (
    <div className="level-standing">
      <p>
        Working on <b>{current}</b>. {count} left {next ? `to reach ${next}` : "to complete it"}:
      </p>
      <ul>
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
