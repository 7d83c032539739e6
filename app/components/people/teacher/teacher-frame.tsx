import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { paths } from "~/utils/paths"

export type FramedTeacher = { id: string; name: string }

export const teacherFrame: FrameId<FramedTeacher> = "teacher-record"

/** The heading that the pages about one teacher have. */
export function TeacherFrame({ children }: { children: ReactNode }) {
  const teacher = useFrame(teacherFrame)
  if (!teacher) return children
  return (
    <Frame loaded={teacher} head={{ title: teacher.name, back: { to: paths.teachers(), label: "Teachers" } }}>
      {children}
    </Frame>
  )
}
