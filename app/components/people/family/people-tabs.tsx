import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

const tabs = [
  { key: "students", label: "Students", to: paths.students() },
  { key: "families", label: "Families", to: paths.families() },
  { key: "inquiries", label: "Inquiries", to: paths.inquiries() },
  { key: "changes", label: "Changes", to: paths.familyChanges() },
  { key: "consents", label: "Consents", to: paths.consents() },
  { key: "documents", label: "Documents", to: paths.lackingProofs() },
] as const

/** The two lists of the same people: by student, and by the family that pays; those who ask for lessons, what families changed, what they agreed to, and which documents are missing. */
export function PeopleTabs({ current }: { current: (typeof tabs)[number]["key"] }) {
  return <Tabs label="Students and families" tabs={tabs} current={current} />
}
