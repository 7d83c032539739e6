import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { MakeUpChoice, MakeUpProblem } from "~/components/attendance/make-up/make-up-choice"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { listMakeUps } from "~/models/attendance/make-up/book-make-up.server"
import { readWish } from "~/models/attendance/make-up/make-up"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { bookAsFamily } from "~/models/overview/family-area/family-notice.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { hasHadCredits } from "~/models/teaching/credit/credit.server"
import { makeUpRefusals } from "~/texts/attendance/refusals"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** A family books from the same lessons as the office. A child's own login can't book. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { child: student } = findChosenChild(actor, request)
  if (!student) throw notFound()
  const { id, firstName, as } = student
  const { credits, offers, byArrangement } = listMakeUps(actor, student.id)
  const mayBook = as !== "child"
  return {
    child: { id, firstName, isSelf: as !== "guardian" },
    mayBook,
    open: credits.length,
    hadCredits: credits.length > 0 || hasHadCredits(actor, student.id),
    oldest: credits[0]?.expiresOn ?? null,
    offers: mayBook ? offers : [],
    byArrangement,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const form = await request.formData()
  const student = findPortal(actor).students.find(({ id }) => id === form.get("child"))
  if (!student) throw notFound()
  const wish = readWish(String(form.get("offer") ?? ""))
  if (!wish) return data({ message: "Choose a lesson." }, { status: 400 })
  const booked = bookAsFamily(actor, student, wish)
  if (!booked.ok) {
    if (booked.reason === "no-session") throw notFound()
    return data({ message: makeUpRefusals(actor.school.noticeHours)[booked.reason] }, { status: 409 })
  }
  return redirectWithToast(
    paths.studentSession(booked.sessionId, { child: student.id }),
    `Make-up lesson booked for ${formatDate(booked.date, "short")}. 1 credit used.`,
  )
}

export const meta: MetaFunction = () => [{ title: "Book a make-up lesson · Tutti" }]

const creditsText = (open: number, until: string) =>
  open === 1
    ? `1 make-up credit, expires ${until}`
    : `${countOf(open, "make-up credit")}, the first expires ${until}`

export default function MakeUp() {
  const { child, mayBook, open, hadCredits, oldest, offers, byArrangement } = useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      <MakeUpProblem message={message} />
      <PageHead
        back={{
          to: paths.studentSchedule({ child: child.isSelf ? undefined : child.id }),
          label: "Schedule",
        }}
        title={child.isSelf ? "Book a make-up lesson" : `Make-up lesson for ${child.firstName}`}
        expression={oldest ? creditsText(open, formatDate(oldest, "medium")) : undefined}
      />
      {mayBook ? (
        <MakeUpChoice offers={offers} open={open} hadCredits={hadCredits} byArrangement={byArrangement}>
          <input type="hidden" name="child" value={child.id} />
        </MakeUpChoice>
      ) : (
        <EmptyState>{makeUpRefusals(0)["a-child"]}</EmptyState>
      )}
    </div>
  )
}
