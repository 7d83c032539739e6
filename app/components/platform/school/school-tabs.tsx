import { Tabs } from "~/components/ui/tabs"
import { type TimelineKind, timelineLabels } from "~/models/platform/timeline/timeline"
import { paths } from "~/utils/paths"

type SchoolTabsProps = {
  schoolId: string
  /** the parts of the timeline that the reader opens */
  kinds: readonly TimelineKind[]
  /** whether the reader's roles open records of schools that consent */
  canEnter: boolean
  /** whether they make a school read-only or hold its data */
  canHold: boolean
  current: "overview" | "money" | "credit" | "records" | "holds" | TimelineKind | "all"
}

/** The parts of one school's page. */
export const SchoolTabs = ({ schoolId, kinds, canEnter, canHold, current }: SchoolTabsProps) => (
  <Tabs
    label="School"
    current={current}
    tabs={[
      { key: "overview", to: paths.platformSchool(schoolId), label: "Overview" },
      { key: "all", to: paths.platformTimeline(schoolId), label: "Timeline" },
      ...kinds.map((kind) => ({
        key: kind,
        to: paths.platformTimeline(schoolId, { show: kind }),
        label: timelineLabels[kind].many,
      })),
      ...(kinds.includes("payment")
        ? [
            { key: "money", to: paths.schoolMoney(schoolId), label: "Refund and end" },
            { key: "credit", to: paths.schoolCredit(schoolId), label: "Credit" },
          ]
        : []),
      ...(canEnter ? [{ key: "records", to: paths.platformRecords(schoolId), label: "Records" }] : []),
      ...(canHold ? [{ key: "holds", to: paths.schoolHolds(schoolId), label: "Holds" }] : []),
    ]}
  />
)
