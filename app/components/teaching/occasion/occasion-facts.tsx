import { CalloutText } from "~/components/ui/callout"
import { type Fact, FactList } from "~/components/ui/fact-list"
import { kindLabels, whenText } from "~/models/teaching/occasion/occasion"
import { type ListedOccasion, OccasionStatus } from "./occasion-table"

export type OccasionShown = Pick<
  ListedOccasion,
  "kind" | "localDate" | "startTime" | "endTime" | "where" | "state"
> & {
  teacherName: string | null
  note: string | null
  /** The fee as text. */
  fee?: string | null
  cancelReason: string | null
}

type OccasionFactsProps = {
  occasion: OccasionShown
  more?: Fact[]
  /** only what is set, without the office's own words */
  forFamily?: boolean
}

/** When and where an event is, and what families read about it. */
export function OccasionFacts({ occasion, more = [], forFamily = false }: OccasionFactsProps) {
  const { kind, where, teacherName, note, fee, state, cancelReason } = occasion
  const facts: Fact[] = [
    ["Kind", kindLabels[kind]],
    ["When", whenText(occasion)],
    ["Where", where],
    ["In charge", teacherName],
    ...(fee ? [["Fee", fee] satisfies Fact] : []),
    [
      forFamily ? "Note" : "Note for families",
      note ? (
        <span key="note" className="whitespace-pre-line wrap-anywhere">
          {note}
        </span>
      ) : null,
    ],
  ]
  return (
    <>
      {cancelReason ? (
        <CalloutText tone="red">
          <b>Canceled.</b> {cancelReason}
        </CalloutText>
      ) : null}
      {forFamily ? (
        <FactList facts={facts.filter(([, value]) => value !== null)} />
      ) : (
        <FactList facts={[...facts, ["Status", <OccasionStatus key="status" state={state} />], ...more]} />
      )}
    </>
  )
}
