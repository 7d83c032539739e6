import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { useHasRight, useMayOpen } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import type { ClassKind, NextOfClass } from "~/models/teaching/class/class"
import { kindLabels } from "~/models/teaching/class/class-query"
import { addMinutes, formatTime, formatTimeRange } from "~/utils/clock-times"
import { countOf, formFor } from "~/utils/count-of"
import { dayName, formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { classNoun } from "./class-labels"
import { ClassTabs } from "./class-tabs"

/** What a class's pages share. */
export type FramedClass = {
  id: string
  name: string
  isSolo: boolean
  isOver: boolean
  endedOn: string | null
  kind: ClassKind
  instrument: string | null
  teacherName: string | null
  capacity: number
  enrolled: number
  /** ", 1 more from Dec 1", or nothing */
  coming: string
  waiting: number
  next: NextOfClass | null
  attended: number
  held: number
  since: string
}

export const classFrame: FrameId<FramedClass> = "class-record"

/** Name, actions, figures and tabs: the same on all pages about one class. */
export function ClassFrame({ children }: { children: ReactNode }) {
  const schoolClass = useFrame(classFrame)
  const hasRight = useHasRight()
  if (!schoolClass) return children
  const { id, name, isSolo, isOver, kind, instrument, teacherName } = schoolClass
  const noun = classNoun(isSolo)
  return (
    <Frame
      loaded={schoolClass}
      head={{
        title: name,
        back: isOver
          ? { to: paths.endedClasses(), label: `Ended ${noun.many}` }
          : { to: paths.classes(), label: noun.title },
        expression: [kindLabels[kind], instrument, isSolo ? null : teacherName].filter(Boolean).join(", "),
        actions: isOver ? null : (
          <>
            {hasRight("class:write") ? (
              <LinkButton to={paths.classStudents(id)}>Add student</LinkButton>
            ) : null}
            {hasRight("message:all") ? (
              <LinkButton to={paths.newMessage({ to: `class:${id}` })}>Message class</LinkButton>
            ) : null}
          </>
        ),
      }}
      facts={(current) => (current ? <Facts schoolClass={schoolClass} /> : null)}
      tabs={(current) => <ClassTabs classId={id} current={current} />}
    >
      {children}
    </Frame>
  )
}

function Facts({ schoolClass }: { schoolClass: FramedClass }) {
  const { id, name, isSolo, isOver, endedOn, capacity, enrolled, coming, waiting, next, ...rest } =
    schoolClass
  const { attended, held, since } = rest
  return (
    <>
      {endedOn ? (
        <Callout>
          <p>
            {isOver ? "Ended" : "Ends"} on {formatDate(endedOn, "full")}.{" "}
            <Link to={paths.endClass(id)}>Email families or undo</Link>
            {" · "}
            <Link to={paths.endedClasses()}>Ended {classNoun(isSolo).many}</Link>
          </p>
        </Callout>
      ) : null}
      {next?.isToday ? <LessonToday next={next} /> : null}
      <FigureRow
        label={`${name} at a glance`}
        items={[
          {
            figure: `${enrolled} of ${capacity}`,
            label: `${formFor(capacity, "spot")} taken${coming}`,
            to: paths.classStudents(id),
          },
          next
            ? {
                figure: `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}`,
                label: `next lesson, ${formatDate(next.localDate, "day")}`,
                to: paths.session(next.id),
              }
            : { figure: "–", label: "no upcoming lessons" },
          {
            figure: held > 0 ? `${Math.round((100 * attended) / held)}%` : "–",
            label:
              held > 0
                ? `attended since ${since}, ${formatNumber(attended)} of ${formatNumber(held)}`
                : `no attendance since ${since}`,
            to: paths.classLessons(id),
          },
          { figure: waiting, label: "on the waiting list", to: paths.waitingList(id) },
        ]}
      />
    </>
  )
}

/** Today's lesson: when and where it is, who is expected, and attendance. */
function LessonToday({ next }: { next: NextOfClass }) {
  const { id, startTime, minutes, roomName, students, away } = next
  const mayOpen = useMayOpen()
  const time = formatTimeRange(startTime, addMinutes(startTime, minutes))
  return (
    <Callout tone="blue">
      <div className="record-alert">
        <p>
          <b>Next lesson: {["today", time, roomName].filter(Boolean).join(", ")}.</b>{" "}
          {students === 0 ? "No students." : `${students - away} of ${students} expected.`}
          {away > 0 ? ` ${countOf(away, "absence")} reported.` : ""}
        </p>
        <div className="buttons">
          {mayOpen(paths.editSession(id)) ? (
            <LinkButton to={paths.editSession(id)}>Move lesson</LinkButton>
          ) : null}
          <LinkButton variant="primary" to={paths.session(id)}>
            Take attendance
          </LinkButton>
        </div>
      </div>
    </Callout>
  )
}
