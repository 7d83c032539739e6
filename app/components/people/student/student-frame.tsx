import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { StudentTabs } from "./student-tabs"

export type FramedStudent = { id: string; name: string }

export const studentFrame: FrameId<FramedStudent> = "student-record"

/** The name and the tabs that all pages about one student have. */
export function StudentFrame({ children }: { children: ReactNode }) {
  const student = useFrame(studentFrame)
  if (!student) return children
  return (
    <Frame
      loaded={student}
      head={{ title: student.name || "No name", back: { to: paths.students(), label: "Students" } }}
      tabs={(current) => <StudentTabs studentId={student.id} current={current} />}
    >
      {children}
    </Frame>
  )
}

type StudentFacts = {
  age: number | null
  instrument: string | null
  level: string | null
  teachers: readonly string[]
}

/** Age, instrument, level and teachers in one line, for under the name. */
export function studentSummary({ age, instrument, level, teachers }: StudentFacts): string {
  const what = [age === null ? null : countOf(age, "year old", "years old"), instrument, level]
    .filter(Boolean)
    .join(", ")
  const who = teachers.length === 0 ? "" : `with ${teachers.join(" and ")}`
  return [what, who].filter(Boolean).join(", ")
}
