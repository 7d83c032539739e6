import type { InstrumentSheet } from "~/models/learning/skill/skill"
import { LevelProgressLine } from "./level-standing"
import { SkillStatus } from "./skill-status"

/** A student's skills of one instrument to read: what is missing, then each level with its skills. */
export function SkillLevels({ sheet }: { sheet: InstrumentSheet }) {
  return (
    <section className="section" aria-label={sheet.instrument}>
      <h3>{sheet.instrument}</h3>
      <LevelProgressLine {...sheet} />
      {sheet.levels.map(({ level, secure, lines }) => (
        <details key={level} className="disclosure" open={level === sheet.current}>
          <Level {...{ level, secure, lines }} />
        </details>
      ))}
    </section>
  )
}

function Level({ level, secure, lines }: InstrumentSheet["levels"][number]) {
  return (
    <>
      <summary>
        {`${level} `}
        <span className="dim">{`${secure} of ${lines.length} secure`}</span>
      </summary>
      <ul className="entry-list">
        {lines.map(({ skillId, name, state, comment }) => (
          <li key={skillId}>
            <span>{name}</span> <SkillStatus state={state} />
            {comment ? <p>{comment}</p> : null}
          </li>
        ))}
      </ul>
    </>
  )
}
