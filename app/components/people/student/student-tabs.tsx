import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The pages about one student. */
export function StudentTabs({ studentId, current }: { studentId: string; current?: string }) {
  const tabs = [
    { key: "overview", label: "Overview", to: paths.student(studentId) },
    { key: "lessons", label: "Lessons and attendance", to: paths.studentLessons(studentId) },
    { key: "skills", label: "Progress", to: paths.studentSkills(studentId) },
    { key: "billing", label: "Billing", to: paths.studentBilling(studentId) },
    { key: "messages", label: "Messages", to: paths.studentMessages(studentId) },
  ]
  return <Tabs label="Student pages" tabs={tabs} current={current} />
}
