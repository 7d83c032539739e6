import { countOf } from "~/utils/count-of"

type LevelProgress = {
  instrument: string
  current: string | null
  next: string | null
  missing: string[]
}

/** Which level is being worked on and what is missing for the next one. */
export function LevelProgressLine({ instrument, current, next, missing }: LevelProgress) {
  if (!current)
    return (
      <p>
        Everything on the {instrument.toLowerCase()} list is secure. <b>Nothing is missing.</b>
      </p>
    )
  const count = countOf(missing.length, "skill is", "skills are")
  return (
    <div className="level-standing">
      <p>
        Working on <b>{current}</b>. {count} missing {next ? `for ${next}` : "to complete it"}:
      </p>
      <ul>
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
