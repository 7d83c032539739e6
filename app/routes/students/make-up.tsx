import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { Link, useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { countCredits, listCredits } from "~/models/credit/credit.server"
import { bookMakeUp, listMakeUpOffers, type MakeUpRefusal } from "~/models/credit/make-up.server"
import { fullName } from "~/models/student/student"
import { findStudent } from "~/models/student/student.server"
import { formatDate, formatTime } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = findStudent(actor, params.studentId ?? "")
  if (!student) throw notFound()
  return {
    id: student.id,
    name: fullName(student),
    open: countCredits(actor, { studentId: student.id }).open,
    oldest: listCredits(actor, { studentId: student.id, state: "open" })[0]?.expiresOn ?? null,
    offers: listMakeUpOffers(actor, student.id).map(({ students, ...offer }) => ({
      id: offer.id,
      className: offer.className,
      localDate: offer.localDate,
      startTime: offer.startTime,
      minutes: offer.minutes,
      teacherName: offer.teacherName,
      free: offer.capacity - students.length,
    })),
    isSolo: actor.school.kind === "solo",
  }
}

const refusals: Record<Exclude<MakeUpRefusal, "no-student" | "no-session">, string> = {
  "no-place": "The last place of that session is gone. Choose another.",
  "already-in": "They are in that session already.",
  clash: "They have another session at that time.",
  "no-open-credit": "No credit is open until that day.",
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = findStudent(actor, params.studentId ?? "")
  if (!student) throw notFound()
  const sessionId = String((await request.formData()).get("session"))
  const booked = bookMakeUp(actor, student.id, sessionId)
  if (booked.ok) {
    const { className, localDate, startTime } = booked.session
    const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
    return redirectWithToast(paths.student(student.id), {
      title: `${fullName(student)} makes up a lesson on ${when}.`,
      text: `In ${className}, with one credit.`,
      tone: "good",
    })
  }
  if (booked.reason === "no-student" || booked.reason === "no-session") throw notFound()
  return data({ message: booked.words ?? refusals[booked.reason] }, { status: 409 })
}

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Make-up lesson for ${found.name} · Tutti` : "Not found · Tutti" },
]

export default function MakeUp() {
  const { id, name, open, oldest, offers, isSolo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const teacher = {
    label: "Teacher",
    cell: ({ teacherName }: (typeof offers)[number]) => teacherName ?? "–",
  }
  return (
    <>
      <ErrorSummary form={{ id: "make-up", allErrors: {}, errors: answer ? [answer.message] : undefined }} />
      <PageHead
        title="Book a make-up lesson"
        back={{ to: paths.student(id), label: name }}
        expression={
          oldest ? `${open} open, the oldest to be used by ${formatDate(oldest, "full")}` : undefined
        }
      />
      {offers.length > 0 ? (
        <DataTable
          caption="Sessions with a free place"
          rows={offers}
          rowKey={(offer) => offer.id}
          middle
          columns={[
            {
              label: "When",
              cell: (offer) => `${formatDate(offer.localDate, "short")}, ${formatTime(offer.startTime)}`,
            },
            { label: "In", cell: ({ className }) => className },
            ...(isSolo ? [] : [teacher]),
            { label: "Length", cell: ({ minutes }) => `${minutes} min` },
            { label: "Free places", numeric: true, cell: ({ free }) => free },
            {
              label: "Book",
              action: true,
              cell: (offer) => (
                <PostForm>
                  <input type="hidden" name="session" value={offer.id} />
                  <SubmitButton
                    variant="key"
                    pending="Booking…"
                    aria-label={`Book ${offer.className}, ${formatDate(offer.localDate, "short")}`}
                  >
                    Book
                  </SubmitButton>
                </PostForm>
              ),
            },
          ]}
        />
      ) : (
        <EmptyState action={<Link to={paths.schedule()}>Schedule</Link>}>
          {open === 0
            ? `${name} has no open credit. A mark that earns one, such as excused, issues it.`
            : "No session of the next four weeks has a free place for them while a credit is open."}
        </EmptyState>
      )}
    </>
  )
}
