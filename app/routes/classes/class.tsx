import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AttendanceGrid } from "~/components/overview/record/attendance-grid"
import { MissingLessons } from "~/components/overview/record/missing-lessons"
import { UncoveredNotice } from "~/components/people/proof/proofs-of"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { classNoun, priceText } from "~/components/teaching/class/class-labels"
import { ClassSessionList } from "~/components/teaching/class/class-session-list"
import { OfferedSpots } from "~/components/teaching/class/offered-spots"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { useHasRight } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import { orNotFound, requireMember } from "~/http/guards.server"
import {
  classMoneyOfPage,
  classOfPage,
  nextOfClassPage,
  rosterOfPage,
  termStartOfPage,
} from "~/http/page-reads.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { may } from "~/models/foundation/access/permissions"
import { toldAnswers } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listSharedWithClass } from "~/models/learning/resource/list-resources.server"
import { listClassGrid } from "~/models/overview/record/class-record.server"
import { listUncovered } from "~/models/people/proof/proofs.server"
import { listOfferedTo } from "~/models/teaching/class/offered-spots.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { prerequisitesText } from "~/models/teaching/prerequisite/prerequisite"
import { listPrerequisites } from "~/models/teaching/prerequisite/prerequisite.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { readLatestClassTalk } from "../families/family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const day = todayOf(actor)
  const since = termStartOfPage(actor)
  const coTeachers = listCoTeachers(actor, found.id, day)
  const { present } = rosterOfPage(actor, found.id)
  return {
    class: found,
    uncovered: found.isOver
      ? []
      : listUncovered(actor, {
          teacher: [found.teacherId, ...coTeachers.map(({ teacherId }) => teacherId)].flatMap(
            (id) => id ?? [],
          ),
          student: present.map(({ studentId }) => studentId),
        }),
    coTeachers: coTeachers.map((each) => ({
      ...each,
      isComing: each.startsOn > day,
    })),
    prerequisites: listPrerequisites(actor, found.id),
    answers: toldAnswers(actor, listFields(actor, "class"), found.id),
    students: present.map(({ enrollmentId, studentId, name, ...row }) => ({
      enrollmentId,
      studentId,
      name,
      startsOn: row.startsOn,
      isComing: row.isComing,
    })),
    next: nextOfClassPage(actor, found.id).slice(0, 4),
    talk: may(actor, "message:all") ? readLatestClassTalk(actor, found) : undefined,
    grid: listClassGrid(actor, found.id),
    isMonthly: found.price?.billing === "monthly",
    money: seesFamilyMoney(actor) ? classMoneyOfPage(actor, found.id) : null,
    resources: listSharedWithClass(actor, found.id).map(({ id, title }) => ({ id, title })),
    since: formatDate(since, "day"),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    offeredTo: listOfferedTo(actor, found.id),
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((data) => data.class.name)

export default function ClassPage() {
  const loaded = useLoaderData<typeof loader>()
  const { class: schoolClass, grid, next, talk, money, isMonthly, since, currency, isSolo } = loaded
  return (
    <>
      <UncoveredNotice uncovered={loaded.uncovered} />
      <OfferedSpots offers={loaded.offeredTo} />
      <section className="section" aria-labelledby="attendance">
        <header>
          <h2 id="attendance">Attendance</h2>
          <Link to={paths.classLessons(schoolClass.id)}>View all lessons</Link>
        </header>
        <AttendanceGrid grid={grid} />
        <MissingLessons lessons={grid.lessons} isMonthly={isMonthly} />
      </section>
      <div className="two-columns">
        <div className="stack">
          <section className="section" aria-labelledby="next">
            <header>
              <h2 id="next">Upcoming lessons</h2>
              <Link to={paths.classSchedule(schoolClass.id)}>Weekly times</Link>
            </header>
            {next.length > 0 ? (
              <ClassSessionList sessions={next} isSolo={isSolo} />
            ) : (
              <EmptyState
                action={
                  schoolClass.isOver ? undefined : (
                    <LinkButton to={paths.classSchedule(schoolClass.id)}>Set a weekly time</LinkButton>
                  )
                }
              >
                No upcoming lessons.
              </EmptyState>
            )}
          </section>
          {talk ? <LatestTalk classId={schoolClass.id} talk={talk} /> : null}
          <Resources />
        </div>
        <div className="stack">
          {money ? (
            <ClassMoney classId={schoolClass.id} money={money} since={since} currency={currency} />
          ) : null}
          <ClassAbout schoolClass={schoolClass} {...loaded} />
          <Students />
        </div>
      </div>
      <p>
        <Link to={paths.classActivity(schoolClass.id)}>Activity</Link>
      </p>
    </>
  )
}

function Students() {
  const { class: schoolClass, students } = useLoaderData<typeof loader>()
  return (
    <section className="section" aria-labelledby="students">
      <header>
        <h2 id="students">Students</h2>
        <Link to={paths.classStudents(schoolClass.id)}>Enroll or move students</Link>
      </header>
      {students.length > 0 ? (
        <ul className="rows bracket indented">
          {students.map(({ enrollmentId, studentId, name, startsOn, isComing }) => (
            <li key={enrollmentId}>
              <Link to={paths.student(studentId)}>{name}</Link>{" "}
              {isComing ? <span className="dim">from {formatDate(startsOn, "day")}</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No students are enrolled yet.</p>
      )}
    </section>
  )
}

/** What teachers share with the whole class; the library is theirs. */
function Resources() {
  const { resources, isSolo } = useLoaderData<typeof loader>()
  return (
    <section className="section" aria-labelledby="resources">
      <header>
        <h2 id="resources">Resources</h2>
        {isSolo ? <Link to={paths.teacherResources()}>Library</Link> : null}
      </header>
      {resources.length === 0 ? (
        <p className="dim">
          No resources yet. The teacher shares files and links with the class from the library.
        </p>
      ) : (
        <ul className="rows">
          {resources.map(({ id, title }) => (
            <li key={id}>{isSolo ? <Link to={paths.teacherResource(id)}>{title}</Link> : title}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ClassMoneyProps = Pick<Loaded, "since" | "currency"> & {
  classId: string
  money: NonNullable<Loaded["money"]>
}

/** What a class was charged since the term began, and how much of it is on no invoice yet. */
function ClassMoney({ classId, money, since, currency }: ClassMoneyProps) {
  const charged = money.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)
  const ready = money.reduce((sum, { readyMinor }) => sum + readyMinor, 0)
  return (
    <section className="section" aria-labelledby="money">
      <header>
        <h2 id="money">Money since {since}</h2>
        <Link to={paths.classBilling(classId)}>Billing</Link>
      </header>
      <LedgerList
        rows={[
          { label: "Invoiced", amount: formatMoney(charged - ready, currency) },
          { label: "Ready to invoice", amount: formatMoney(ready, currency) },
        ]}
        total={{ label: "Charged", amount: formatMoney(charged, currency) }}
      />
    </section>
  )
}

type LatestTalkProps = {
  classId: string
  talk: { id: string; subject: string; lastAuthor: string; lastBody: string; when: string; isUnread: boolean }
}

/** The reader's latest conversation with the families of a class. */
function LatestTalk({ classId, talk }: LatestTalkProps) {
  const { id, subject, lastAuthor, lastBody, when, isUnread } = talk
  return (
    <section className="section" aria-labelledby="talks">
      <header>
        <h2 id="talks">Messages</h2>
        <Link to={paths.classMessages(classId)}>View all messages</Link>
      </header>
      <ol className="chat-messages">
        <li className="chat-message">
          <header>
            <b>{lastAuthor}</b> {when}, <Link to={paths.conversation(id)}>{subject}</Link>{" "}
            {isUnread ? <Status head="on">New</Status> : null}
          </header>
          <p className="message-text line-clamp-3">{lastBody}</p>
        </li>
      </ol>
    </section>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AboutProps = Pick<Loaded, "answers" | "coTeachers" | "prerequisites" | "currency" | "isSolo"> & {
  schoolClass: Loaded["class"]
}

const coTeacherText = ({ name, startsOn, isComing }: AboutProps["coTeachers"][number]) =>
  isComing ? `${name} from ${formatDate(startsOn, "day")}` : name

/** A class's schedule, teacher, room and price; one without a weekly time is labeled as not scheduled. */
function ClassAbout({ schoolClass, answers, coTeachers, prerequisites, currency, isSolo }: AboutProps) {
  const seesPrices = useHasRight()("invoice:read")
  const { kind, rules, lastDay, price, comingPrices, teacherId, teacherName, later } = schoolClass
  const teacher = teacherId ? <Link to={paths.teacher(teacherId)}>{teacherName}</Link> : "None yet"
  const noPrice = kind === "trial" ? "None" : "Not set"
  const notScheduled = (
    <Status head="open" tone="warn">
      Not scheduled
    </Status>
  )
  const when = rules.map(({ text, minutes }) => `${text}, ${minutes} min`).join("; ")
  return (
    <section className="section" aria-labelledby="facts">
      <header>
        <h2 id="facts">About</h2>
        <Link to={paths.editClass(schoolClass.id)}>Edit {classNoun(isSolo).one}</Link>
      </header>
      <LedgerList
        facts
        rows={[
          { label: "When", amount: when || (kind === "trial" ? "One lesson" : notScheduled) },
          ...(isSolo
            ? []
            : [
                { label: "Teacher", amount: teacher },
                ...(later
                  ? [
                      {
                        label: `Teacher from ${formatDate(later.from, "medium")}`,
                        amount: later.teacherId ? (
                          <Link to={paths.teacher(later.teacherId)}>{later.name}</Link>
                        ) : (
                          "None yet"
                        ),
                      },
                    ]
                  : []),
                {
                  label: <Link to={paths.coTeachers(schoolClass.id)}>Co-teachers</Link>,
                  amount: coTeachers.length === 0 ? "None" : coTeachers.map(coTeacherText).join(", "),
                },
              ]),
          { label: "Room", amount: schoolClass.roomName ?? "None" },
          ...(schoolClass.onlineLink
            ? [
                {
                  label: "Online",
                  amount: <a href={schoolClass.onlineLink}>{new URL(schoolClass.onlineLink).hostname}</a>,
                },
              ]
            : []),
          ...(seesPrices && (price || comingPrices.length === 0)
            ? [{ label: "Price", amount: price ? priceText(price, currency, lastDay) : noPrice }]
            : []),
          ...comingPrices.map((coming) => ({
            label: `${price ? "From" : "Price from"} ${formatDate(coming.fromDate, "medium")}`,
            amount: priceText(coming, currency, lastDay),
          })),
          { label: "Spots", amount: schoolClass.capacity },
          {
            label: <Link to={paths.prerequisites(schoolClass.id)}>Prerequisites</Link>,
            amount: prerequisitesText(prerequisites),
          },
          ...answers.map(({ label, value }) => ({ label, amount: value })),
        ]}
      />
    </section>
  )
}
