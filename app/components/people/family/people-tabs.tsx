import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs = [
  { key: "students", label: "Students", to: paths.students() },
  { key: "families", label: "Families", to: paths.families() },
  { key: "inquiries", label: "Inquiries", to: paths.inquiries() },
]

/** The two lists of the same people: by student, and by the family that pays; and those who ask for lessons. */
export function PeopleTabs({ current }: { current: "students" | "families" | "inquiries" }) {
  return <Tabs label="Students and families" tabs={tabs} current={current} />
}
