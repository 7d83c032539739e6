import type { SubmissionResult } from "@conform-to/react"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { type Learner, type LearningArea, learningPath } from "~/models/learning/learner/learner"
import type { InstrumentSheet, SkillState } from "~/models/learning/skill/skill"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { LevelProgressLine } from "./level-standing"
import { SkillSheet } from "./skill-sheet"
import { SkillStatus } from "./skill-status"

type Change = {
  id: string
  name: string
  state: SkillState
  since: string
  comment: string | null
  by: string | null
}

type SkillsViewProps = {
  learner: Learner
  area: LearningArea
  day: string
  sheets: InstrumentSheet[]
  chosen: string | null
  unlisted: string[]
  changes: Change[]
  stamp: string
  mayEditList: boolean
  result?: SubmissionResult
}

/** The skill sheet of one instrument, what is missing for the next level, and the latest changes. */
export function SkillsView(props: SkillsViewProps) {
  const { learner, area, day, sheets, chosen, unlisted, changes, stamp, mayEditList, result } = props
  const sheet = sheets.find(({ instrument }) => instrument === chosen)
  return (
    <>
      {sheets.length > 1 ? (
        <nav className="toolbar" aria-label="Instruments">
          {sheets.map(({ instrument }) => (
            <Link
              key={instrument}
              to={learningPath(area, learner.id, { instrument })}
              aria-current={instrument === chosen ? "page" : undefined}
            >
              {instrument}
            </Link>
          ))}
        </nav>
      ) : null}
      {sheet ? (
        <div className="two-columns">
          <SkillSheet key={sheet.instrument} sheet={sheet} day={day} stamp={stamp} result={result} />
          <div className="stack">
            <section className="section" aria-labelledby="standing">
              <h2 id="standing">Next level</h2>
              <LevelProgressLine {...sheet} />
            </section>
            {changes.length ? <Changes changes={changes} /> : null}
          </div>
        </div>
      ) : null}
      {unlisted.length || !sheet ? (
        <EmptyState
          action={
            mayEditList ? (
              <LinkButton to={paths.skillList(unlisted[0])} variant={sheet ? "secondary" : "primary"}>
                {unlisted[0] ? `Create ${unlisted[0].toLowerCase()} skill list` : "Create skill list"}
              </LinkButton>
            ) : undefined
          }
        >
          {unlisted.length
            ? `There’s no skill list for ${unlisted.join(" or ").toLowerCase()} yet. `
            : `No instrument is set for ${learner.firstName} yet. `}
          {mayEditList
            ? "Start from our template or create your own."
            : "The office can start from our template."}
        </EmptyState>
      ) : null}
    </>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Recent updates</h2>
      <ul className="entry-list">
        {changes.map(({ id, name, state, since, comment, by }) => (
          <li key={id}>
            <span>{name}</span> <SkillStatus state={state} />
            {comment ? <p>{comment}</p> : null}
            <small className="dim">{[formatDate(since, "medium"), by].filter(Boolean).join(", ")}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
