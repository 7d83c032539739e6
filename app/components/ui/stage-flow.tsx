import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { Link } from "./button"
import { NoteHead, type NoteHeadKind } from "./note-head"

export type FlowStage = {
  to: string
  head: NoteHeadKind
  label: string
  tone?: string | undefined
  metric: MetricKeys
  /** The number of the stage: a sum or a count. */
  sum: string
  /** What is said small below it. */
  note: string
  isCurrent?: boolean
}

type StageFlowProps = {
  label: string
  stages: readonly FlowStage[]
  /** On a phone one below the other, where no list is below them. */
  runsDown?: boolean
}

/** The way of a thing from left to right, each stage with its number, on one line that runs down on a phone. */
export const StageFlow = ({ label, stages, runsDown = false }: StageFlowProps) => (
  <nav aria-label={label}>
    <ol className={runsDown ? "stage-flow down" : "stage-flow"}>
      {stages.map((stage) => (
        <li key={stage.to}>
          <Stage {...stage} />
        </li>
      ))}
    </ol>
  </nav>
)

const Stage = ({ to, head, label, tone, metric, sum, note, isCurrent }: FlowStage) => (
  <Link to={to} data-figure={metric} aria-current={isCurrent ? "page" : undefined}>
    <span className="flow-sign">
      <NoteHead kind={head} />
    </span>{" "}
    <span className={tone === "bad" ? "flow-label bad" : "flow-label"}>{label}</span> <b>{sum}</b>{" "}
    <small>{note}</small>
  </Link>
)
