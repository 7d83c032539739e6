import type { ReactNode } from "react"
import { Frame, type FrameId, useFrame } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { useHasRight, useMayOpen } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import type { ClassKind, NextOfClass } from "~/models/teaching/class/class"
import { kindLabels } from "~/models/teaching/class/class-query"
import { addMinutes } from "~/utils/clock-times"
import {
  countOf,
  dayName,
  formatDate,
  formatNumber,
  formatTime,
  formatTimeRange,
  formFor,
} from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { classNoun } from "./class-labels"

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
  /** this term, minor units; null for members who don’t see what families are charged */
  chargedMinor: number | null
  currency: string
  /** "Wed 4:30 PM, weekly"; empty when it isn't scheduled */
  times: string
}

export const classFrame: FrameId<FramedClass> = "class-record"

/** Name, actions, figures and tabs: the same on all pages about one class. */
export function ClassFrame({ children }: { children: ReactNode }) {
  const schoolClass = useFrame(classFrame)
  const hasRight = useHasRight()
  if (!schoolClass) return children
  const { id, name, isSolo, isOver, kind } = schoolClass
  const noun = classNoun(isSolo)
  return (
    <Frame
      loaded={schoolClass}
      head={{
        title: name,
        back: isOver
          ? { to: paths.endedClasses(), label: `Ended ${noun.many}` }
          : kind === "private" && !isSolo
            ? { to: paths.classes({ kind }), label: "Private lessons" }
            : { to: paths.classes(), label: noun.title },
        expression: <Summary schoolClass={schoolClass} />,
        actions: isOver ? null : (
          <>
            {hasRight("class:write") ? (
              <LinkButton to={paths.classStudents(id)}>Add student</LinkButton>
            ) : null}{" "}
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

/** Whether it goes on, what it is, when, and with whom. */
function Summary({ schoolClass }: { schoolClass: FramedClass }) {
  const { isSolo, isOver, kind, instrument, times, teacherName } = schoolClass
  const teacher = isSolo || !teacherName ? null : `with ${teacherName}`
  return (
    <>
      <span className="mr-3 not-italic">
        <Status head={isOver ? "rest" : "on"} tone={isOver ? "dim" : "ok"}>
          {isOver ? "Ended" : "Active"}
        </Status>
      </span>{" "}
      {[kindLabels[kind], instrument, isOver ? null : times, teacher].filter(Boolean).join(", ")}
    </>
  )
}

function Facts({ schoolClass }: { schoolClass: FramedClass }) {
  const { id, name, isSolo, isOver, endedOn, capacity, enrolled, coming, waiting, next, ...rest } =
    schoolClass
  const { attended, held, since, chargedMinor, currency } = rest
  return (
    <>
      {endedOn ? (
        <CalloutText>
          {isOver ? "Ended" : "Ends"} on {formatDate(endedOn, "full")}.{" "}
          <Link to={paths.endClass(id)}>Email families or undo</Link>
          {" · "}
          <Link to={paths.endedClasses()}>Ended {classNoun(isSolo).many}</Link>
        </CalloutText>
      ) : null}
      {next?.isToday ? <LessonToday next={next} /> : null}
      <FigureRow
        label={`${name} at a glance`}
        items={[
          {
            figure: `${enrolled} of ${capacity}`,
            label: `${formFor(capacity, "spot")} taken${coming}${waiting > 0 ? `, ${formatNumber(waiting)} waiting` : ""}`,
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
          chargedMinor === null
            ? { figure: waiting, label: "on the waiting list", to: paths.waitingList(id) }
            : {
                figure: formatMoney(chargedMinor, currency),
                label: `charged since ${since}`,
                to: paths.classBilling(id),
              },
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
          ) : null}{" "}
          <LinkButton variant="primary" to={paths.session(id)}>
            Take attendance
          </LinkButton>
        </div>
      </div>
    </Callout>
  )
}

/** The pages about one class. Its weekly times lie with its lessons, its waiting list with its students. */
function ClassTabs({ classId, current }: { classId: string; current?: string }) {
  const tabs = [
    { key: "overview", label: "Overview", to: paths.class(classId) },
    { key: "students", label: "Students", to: paths.classStudents(classId) },
    { key: "lessons", label: "Lessons and attendance", to: paths.classLessons(classId) },
    { key: "billing", label: "Billing", to: paths.classBilling(classId) },
    { key: "messages", label: "Messages", to: paths.classMessages(classId) },
  ]
  return <Tabs label="Class pages" tabs={tabs} current={current} />
}
