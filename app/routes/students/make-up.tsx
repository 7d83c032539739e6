import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { MakeUpChoice, MakeUpProblem } from "~/components/attendance/make-up/make-up-choice"
import { studentFrame } from "~/components/people/student/student-frame"
import { frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { redirectWithToast } from "~/http/toast.server"
import { bookOnce, listMakeUps } from "~/models/attendance/make-up/book-make-up.server"
import { bookingMailText } from "~/models/attendance/make-up/booking-mail.server"
import { filterOffers, readWish } from "~/models/attendance/make-up/make-up"
import { undoFields } from "~/models/attendance/rebooking/undo-absence"
import { findStudent } from "~/models/people/student/student.server"
import { hasHadCredits } from "~/models/teaching/credit/credit.server"
import { makeUpRefusals } from "~/texts/attendance/refusals"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** The office books from the same offers as the family. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const { credits, offers, byArrangement } = listMakeUps(actor, student.id)
  return {
    open: credits.length,
    hadCredits: credits.length > 0 || hasHadCredits(actor, student.id),
    oldest: credits[0]?.expiresOn ?? null,
    ...filterOffers(offers, new URL(request.url).searchParams),
    byArrangement,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(findStudent(actor, params.studentId ?? ""))
  const wish = readWish(String((await request.formData()).get("offer") ?? ""))
  if (!wish) return data({ message: "Choose a lesson." }, { status: 400 })
  const booked = bookOnce(actor, { id: student.id }, wish)
  if (!booked.ok) {
    if (booked.reason === "no-session") throw notFound()
    return data({ message: makeUpRefusals(actor.school.noticeHours)[booked.reason] }, { status: 409 })
  }
  const undo = undoFields([], booked.sessionId)
  return redirectWithToast(paths.student(student.id), {
    title: `Make-up lesson booked for ${fullName(student)}: ${formatDate(booked.date, "short")}, ${formatTime(booked.startTime)}.`,
    text: `1 make-up credit used for ${booked.title}. ${bookingMailText(actor, booked.sessionId)}`,
    tone: "good",
    ...(undo ? { undo: { to: paths.studentAbsence(student.id), fields: undo } } : {}),
  })
}

export const meta = frameTitle(studentFrame, (student) => `Make-up lesson for ${student.name}`)

export default function MakeUp() {
  const { id, name } = useLoadedFrame(studentFrame)
  const { open, hadCredits, oldest, offers, filter, byArrangement } = useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      <MakeUpProblem message={message} />
      <PageHead
        title="Book make-up lesson"
        back={{ to: paths.student(id), label: name }}
        expression={
          oldest
            ? `${countOf(open, "make-up credit")}, the first expires ${formatDate(oldest, "full")}`
            : undefined
        }
      />
      <MakeUpChoice
        offers={offers}
        filter={filter}
        open={open}
        hadCredits={hadCredits}
        byArrangement={byArrangement}
        byOffice
      />
    </div>
  )
}
