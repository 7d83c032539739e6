import { Callout } from "~/components/ui/callout"
import { type Fact, FactList } from "~/components/ui/fact-list"
import {
  kindLabels,
  type OccasionKind,
  type OccasionState,
  whenText,
} from "~/models/teaching/occasion/occasion"
import { OccasionStatus } from "./occasion-table"

export type OccasionShown = {
  kind: OccasionKind
  localDate: string
  startTime: string
  endTime: string
  where: string | null
  teacherName: string | null
  note: string | null
  state: OccasionState
  cancelReason: string | null
}

/** When and where an event is, and what families read about it. */
export function OccasionFacts({ occasion, more = [] }: { occasion: OccasionShown; more?: Fact[] }) {
  const { kind, where, teacherName, note, state, cancelReason } = occasion
  return (
    <>
      {cancelReason ? (
        <Callout tone="red">
          <p>
            <b>Canceled.</b> {cancelReason}
          </p>
        </Callout>
      ) : null}
      <FactList
        facts={[
          ["Kind", kindLabels[kind]],
          ["When", whenText(occasion)],
          ["Where", where],
          ["Teacher", teacherName],
          [
            "Note for families",
            note ? (
              <span key="note" className="whitespace-pre-line wrap-anywhere">
                {note}
              </span>
            ) : null,
          ],
          ["Status", <OccasionStatus key="status" state={state} />],
          ...more,
        ]}
      />
    </>
  )
}
