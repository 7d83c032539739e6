import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

type StudentTab = "overview" | "skills" | "account" | "edit"

/** The pages about one student. */
export function StudentTabs({ studentId, current }: { studentId: string; current: StudentTab }) {
  const tabs: { key: StudentTab; label: string; to: string }[] = [
    { key: "overview", label: "Overview", to: paths.student(studentId) },
    { key: "skills", label: "Skills", to: paths.studentSkills(studentId) },
    { key: "account", label: "Account", to: paths.studentAccount(studentId) },
    { key: "edit", label: "Edit", to: paths.editStudent(studentId) },
  ]
  return (
    <Tabs
      label="Pages about this student"
      tabs={tabs.map(({ key, label, to }) => ({ label, to, current: key === current }))}
    />
  )
}
