import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { MakeUpChoice, MakeUpProblem, offerText } from "~/components/attendance/make-up/make-up-choice"
import { TimeChoice } from "~/components/attendance/make-up/time-choice"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { listMakeUps } from "~/models/attendance/make-up/book-make-up.server"
import { filterOffers, readWish } from "~/models/attendance/make-up/make-up"
import { readOpenTime } from "~/models/attendance/open-time/open-time"
import { listOpenTimes } from "~/models/attendance/open-time/open-times.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"
import { bookAsFamily, bookTimeAsFamily } from "~/models/overview/family-area/family-notice.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { hasHadCredits } from "~/models/teaching/credit/credit.server"
import { bookedCostText, costText, noOpenTimesTexts, openTimeRefusals } from "~/texts/attendance/open-times"
import { makeUpRefusals } from "~/texts/attendance/refusals"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** A family books from the same lessons as the office. A child's own login can't book. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { child: student } = findChosenChild(actor, request)
  if (!student) throw notFound()
  const { id, firstName, as } = student
  const openTimes = listOpenTimes(actor, student)
  const { credits, offers, byArrangement } = listMakeUps(actor, student.id)
  const filtered = filterOffers(offers, new URL(request.url).searchParams)
  const mayBook = as !== "child"
  return {
    child: { id, firstName, isSelf: as !== "guardian" },
    mayBook,
    open: credits.length,
    hadCredits: credits.length > 0 || hasHadCredits(actor, student.id),
    oldest: credits[0]?.expiresOn ?? null,
    offers: mayBook ? filtered.offers : [],
    filter: filtered.filter,
    byArrangement,
    openTimes: openTimes.why === "off" ? null : { offers: openTimes.offers, why: openTimes.why },
    noticeHours: actor.school.noticeHours,
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const form = await request.formData()
  const student = orNotFound(findPortal(actor).students.find(({ id }) => id === form.get("child")))
  const offer = String(form.get("offer") ?? "")
  return intents(form, paths.studentMakeUp({ child: student.id }), {
    "open-time": () => bookTime(actor, student, offer),
    else: () => bookMakeUp(actor, student, offer),
  })
}

async function bookMakeUp(actor: Actor, student: PortalStudent, offer: string) {
  const wish = readWish(offer)
  if (!wish) return data({ message: "Choose a lesson." }, { status: 400 })
  const booked = bookAsFamily(actor, student, wish)
  if (!booked.ok) {
    if (booked.reason === "no-session") throw notFound()
    return data({ message: makeUpRefusals(actor.school.noticeHours)[booked.reason] }, { status: 409 })
  }
  return redirectWithToast(
    paths.studentSession(booked.sessionId, { child: student.id }),
    `Make-up lesson booked for ${formatDate(booked.date, "short")}, ${formatTime(booked.startTime)}. 1 credit used.`,
  )
}

async function bookTime(actor: Actor, student: PortalStudent, offer: string) {
  const wish = readOpenTime(offer)
  if (!wish) return data({ message: "Choose a time." }, { status: 400 })
  const booked = bookTimeAsFamily(actor, student, wish, bookedCostText)
  if (!booked.ok) return data({ message: openTimeRefusals[booked.reason] }, { status: 409 })
  return redirectWithToast(
    paths.studentSession(booked.sessionId, { child: student.id }),
    `Lesson booked for ${formatDate(booked.date, "short")}.`,
  )
}

export const meta: MetaFunction = () => [{ title: "Book a make-up lesson · Tutti" }]

const creditsText = (open: number, until: string) =>
  open === 1
    ? `1 make-up credit, expires ${until}`
    : `${countOf(open, "make-up credit")}, the first expires ${until}`

export default function MakeUp() {
  const { child, mayBook, open, hadCredits, oldest, offers, filter, byArrangement, openTimes, ...school } =
    useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      <MakeUpProblem message={message} />
      <PageHead
        back={{
          to: paths.studentSchedule({ child: child.isSelf ? undefined : child.id }),
          label: "Schedule",
        }}
        title={
          openTimes
            ? child.isSelf
              ? "Book a lesson"
              : `Lesson for ${child.firstName}`
            : child.isSelf
              ? "Book a make-up lesson"
              : `Make-up lesson for ${child.firstName}`
        }
        expression={oldest ? creditsText(open, formatDate(oldest, "medium")) : undefined}
      />
      {openTimes && mayBook ? <h2>Make-up lessons</h2> : null}
      {mayBook ? (
        <MakeUpChoice
          offers={offers}
          filter={filter}
          open={open}
          hadCredits={hadCredits}
          byArrangement={byArrangement}
        >
          <input type="hidden" name="child" value={child.id} />
        </MakeUpChoice>
      ) : (
        <EmptyState>{makeUpRefusals(0)["a-child"]}</EmptyState>
      )}
      {openTimes && mayBook ? (
        <OpenTimeChoice {...openTimes} {...school}>
          <input type="hidden" name="child" value={child.id} />
        </OpenTimeChoice>
      ) : null}
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type OpenTimeChoiceProps = NonNullable<Loaded["openTimes"]> &
  Pick<Loaded, "noticeHours" | "currency"> & { children: ReactNode }

/** Lessons that a family books beside the weekly one, each with what it costs. */
function OpenTimeChoice({ offers, why, noticeHours, currency, children }: OpenTimeChoiceProps) {
  return (
    <section className="section" aria-labelledby="open-times">
      <h2 id="open-times">More lessons</h2>
      {offers.length === 0 ? (
        <EmptyState>
          {why ? noOpenTimesTexts[why] : "There are no free times now. New ones appear here."}
        </EmptyState>
      ) : (
        <PostForm className="form" autoComplete="off">
          {children}
          <p className="hint">
            A lesson is charged once it has taken place, with your other lessons.{" "}
            {noticeHours === 0
              ? "You can cancel it until it begins."
              : `You can cancel it until ${countOf(noticeHours, "hour")} before.`}
          </p>
          <TimeChoice
            offers={offers}
            says={(offer) => `${offerText(offer)}: ${costText(offer.cost, currency)}`}
          />
          <SubmitRow label="Book this time" intent="open-time" pending="Booking…" />
        </PostForm>
      )}
    </section>
  )
}
