import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

/** The pages about one class. Its weekly times lie with its lessons, its waiting list with its students. */
export function ClassTabs({ classId, current }: { classId: string; current?: string }) {
  const tabs = [
    { key: "overview", label: "Overview", to: paths.class(classId) },
    { key: "students", label: "Students", to: paths.classStudents(classId) },
    { key: "lessons", label: "Lessons and attendance", to: paths.classLessons(classId) },
    { key: "billing", label: "Billing", to: paths.classBilling(classId) },
    { key: "messages", label: "Messages", to: paths.classMessages(classId) },
  ]
  return <Tabs label="Class pages" tabs={tabs} current={current} />
}
