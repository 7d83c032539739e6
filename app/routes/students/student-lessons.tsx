import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Rhythm } from "~/components/overview/record/rhythm"
import { LessonHistory } from "~/components/overview/teacher-area/lesson-history"
import { ComingSessions } from "~/components/people/student/coming-sessions"
import { StudentCredits } from "~/components/people/student/student-credits"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { JumpLinks } from "~/components/ui/jump-links"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import {
  allComingOfPage,
  creditsOfPage,
  studentOfPage,
  termEndOfPage,
  termLessonsOfPage,
} from "~/http/page-reads.server"
import { lessonsPerPage, listStudentLessons } from "~/models/overview/record/student-record.server"
import { titledIn, titleIn } from "~/models/people/student/class-title"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const name = fullName(student)
  const { total, ...past } = listStudentLessons(actor, student.id, readPage(request))
  return {
    pages: paged(request, total, lessonsPerPage),
    day: todayOf(actor),
    until: termEndOfPage(actor),
    isSolo: actor.school.kind === "solo",
    term: titledIn(name, termLessonsOfPage(actor, student.id)),
    coming: titledIn(name, allComingOfPage(actor, student.id)),
    credits: creditsOfPage(actor, student.id).map((credit) => ({
      ...credit,
      originClassName: titleIn(name, credit.originClassName),
    })),
    ...past,
    lessons: titledIn(name, past.lessons),
  }
}

export const handle: FramedPage = { tab: "lessons" }

export const meta = frameTitle(studentFrame, (student) => `Lessons of ${student.name}`)

export default function StudentLessons() {
  const { id, name } = useLoadedFrame(studentFrame)
  const { pages, lessons, term, day, until, coming, credits, isSolo } = useLoaderData<typeof loader>()
  return (
    <div className="two-columns">
      <div className="stack">
        <JumpLinks
          to={[
            { id: "past", label: "Past lessons" },
            ...(coming.length > 0 ? [{ id: "next", label: "Upcoming lessons" }] : []),
          ]}
        />
        <section className="section" aria-labelledby="term">
          <h2 id="term">This term</h2>
          <Rhythm lessons={term} day={day} until={until} />
        </section>
        <section className="section" aria-labelledby="past">
          <h2 id="past">Past lessons</h2>
          {lessons.length === 0 ? (
            <EmptyState>
              No attendance or notes yet. Take attendance after a lesson to see it here.
            </EmptyState>
          ) : (
            <>
              <LessonHistory lessons={lessons} />
              <Pagination {...pages} />
            </>
          )}
        </section>
      </div>
      <div className="stack">
        <ComingSessions studentId={id} sessions={coming} isSolo={isSolo} />
        <StudentCredits studentId={id} credits={credits} />
        <p>
          <Link to={paths.attendance({ view: "credits", state: "used", student: id })}>
            Used make-up credits<span className="visually-hidden"> of {name}</span>
          </Link>
        </p>
      </div>
    </div>
  )
}
