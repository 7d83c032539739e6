import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { type FigureItem, FigureRow } from "~/components/ui/figure-row"
import { PhoneLink } from "~/components/ui/phone-link"
import { Tabs } from "~/components/ui/tabs"
import { durationText } from "~/utils/durations"
import { formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** What a teacher's pages share. */
export type FramedTeacher = {
  id: string
  name: string
  instruments: string | null
  phone: string | null
  /** set for those who can log in, and so be written to */
  memberId: string | null
  /** deactivated: nothing is planned or agreed with them any more */
  hasLeft: boolean
  students: number
  classes: number
  missing: number
  /** This week's planned lessons, and the hours there are for them. */
  hours: { plannedMinutes: number; availableMinutes: number; hasHours: boolean; share: string }
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
        expression: <Summary teacher={teacher} />,
        actions: (
          <>
            <LinkButton to={paths.schedule({ teacher: teacher.id })}>Schedule</LinkButton>
            <LinkButton to={paths.attendanceDay({ teacher: teacher.id })}>Attendance</LinkButton>{" "}
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
            { key: "lessons", label: "Lessons and attendance", to: paths.teacherLessons(teacher.id) },
            { key: "students", label: "Students", to: paths.studentsOfTeacher(teacher.id) },
            { key: "messages", label: "Messages", to: paths.teacherMessages(teacher.id) },
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

/** What they teach, and the number to call. */
function Summary({ teacher: { instruments, phone } }: { teacher: FramedTeacher }) {
  return (
    <>
      {instruments}
      {instruments && phone ? ", " : null}
      {phone ? <PhoneLink number={phone} /> : null}
    </>
  )
}

function Facts({ teacher }: { teacher: FramedTeacher }) {
  const { id, name, students, classes, missing } = teacher
  return (
    <FigureRow
      label={`${name} at a glance`}
      items={[
        {
          figure: students,
          label: `active ${formFor(students, "student")}`,
          to: paths.studentsOfTeacher(id),
        },
        { figure: classes, label: formFor(classes, "class", "classes"), to: paths.classes({ teacher: id }) },
        ...hoursOf(teacher),
        {
          figure: missing,
          label: `${formFor(missing, "lesson")} without attendance`,
          to: paths.attendance({ view: "missing", teacher: id }),
        },
      ]}
    />
  )
}

/** This week's hours, and what share they are of those set for it. */
function hoursOf({
  id,
  hours: { plannedMinutes, availableMinutes, hasHours, share },
}: FramedTeacher): FigureItem[] {
  const available = `${paths.teacherLessons(id)}#available`
  return [
    { figure: durationText(plannedMinutes), label: "of lessons this week", to: paths.teacherLessons(id) },
    availableMinutes > 0
      ? {
          figure: share,
          label: `of ${durationText(availableMinutes)} available`,
          to: available,
        }
      : {
          figure: share,
          label: hasHours ? "no available hours this week" : "no teaching hours set",
          to: available,
        },
  ]
}
