import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The pages about one student. */
export function StudentTabs({ studentId, current }: { studentId: string; current?: string }) {
  const tabs = [
    { key: "overview", label: "Overview", to: paths.student(studentId) },
    { key: "skills", label: "Skills", to: paths.studentSkills(studentId) },
    { key: "account", label: "Portal access", to: paths.studentAccount(studentId) },
    { key: "edit", label: "Edit", to: paths.editStudent(studentId) },
  ]
  return <Tabs label="Student pages" tabs={tabs} current={current} />
}
