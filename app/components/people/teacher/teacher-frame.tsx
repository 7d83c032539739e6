import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { FigureRow } from "~/components/ui/figure-row"
import { Tabs } from "~/components/ui/tabs"
import { formFor } from "~/utils/count-of"
import { formatFigure } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** What a teacher's pages share. */
export type FramedTeacher = {
  id: string
  name: string
  instruments: string | null
  /** set for those who can log in, and so be written to */
  memberId: string | null
  /** deactivated: nothing is planned or agreed with them any more */
  hasLeft: boolean
  students: number
  classes: number
  weekMinutes: number
  missing: number
}

export const teacherFrame: FrameId<FramedTeacher> = "teacher-record"

/** Name, actions, figures and tabs: the same on all pages about one teacher. */
export function TeacherFrame({ children }: { children: ReactNode }) {
  const teacher = useFrame(teacherFrame)
  if (!teacher) return children
  return (
    <Frame
      loaded={teacher}
      head={{
        title: teacher.name,
        back: { to: paths.teachers(), label: "Teachers" },
        expression: teacher.instruments ?? undefined,
        actions: (
          <>
            <LinkButton to={paths.schedule({ teacher: teacher.id })}>Schedule</LinkButton>
            <LinkButton to={paths.attendanceDay({ teacher: teacher.id })}>Attendance</LinkButton>
            {teacher.memberId ? (
              <LinkButton to={paths.messages({ search: teacher.name })}>View messages</LinkButton>
            ) : null}
            {teacher.memberId && !teacher.hasLeft ? (
              <LinkButton variant="primary" to={paths.newMessage({ to: `member:${teacher.memberId}` })}>
                Message
              </LinkButton>
            ) : null}
          </>
        ),
      }}
      facts={(current) => (current ? <Facts teacher={teacher} /> : null)}
      tabs={(current) => (
        <Tabs
          label="Teacher pages"
          current={current}
          tabs={[
            { key: "overview", label: "Overview", to: paths.teacher(teacher.id) },
            { key: "pay", label: "Pay", to: paths.teacherPay(teacher.id) },
            { key: "activity", label: "Activity", to: paths.teacherActivity(teacher.id) },
          ]}
        />
      )}
    >
      {children}
    </Frame>
  )
}

function Facts({
  teacher: { id, name, students, classes, weekMinutes, missing },
}: {
  teacher: FramedTeacher
}) {
  return (
    <FigureRow
      label={`${name} at a glance`}
      items={[
        {
          figure: students,
          label: `active ${formFor(students, "student")}`,
          to: paths.students({ teacher: id, status: "active" }),
        },
        { figure: classes, label: formFor(classes, "class", "classes"), to: paths.classes({ teacher: id }) },
        {
          figure: formatFigure(Math.round(weekMinutes / 6) / 10),
          label: "hours this week",
          to: paths.schedule({ teacher: id }),
        },
        {
          figure: missing,
          label: `${formFor(missing, "lesson")} without attendance`,
          to: paths.attendance({ view: "missing", teacher: id }),
        },
      ]}
    />
  )
}
