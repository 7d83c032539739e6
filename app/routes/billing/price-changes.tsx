import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { RiseFields, Rises } from "~/components/money/prices/rise-parts"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  asksForNames,
  type NameOffer,
  type NameWish,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-choice/name-offer"
import { listInstruments } from "~/models/overview/analytics/analytics-filters.server"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { listRises, planRise, raisePrices, undoRise } from "~/models/teaching/price/price-rise.server"
import { RiseForm } from "~/models/teaching/price/price-rise-form"
import { riseRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return {
    rises: listRises(actor),
    instruments: taughtOrListed(actor),
    teachers: offerOf(actor, nothingSought),
    currency: actor.school.currency,
    today: todayOf(actor),
  }
}

/** The school's list of instruments, and what its classes are for beside it. */
function taughtOrListed(actor: Actor): string[] {
  const listed = offeredNames(actor, "instruments")
  const known = new Set(listed.map((name) => name.toLowerCase()))
  return [...listed, ...listInstruments(actor).filter((name) => !known.has(name.toLowerCase()))]
}

/** The teachers to narrow a change to; null where there is no one to choose from. */
function offerOf(actor: Actor, wish: NameWish): NameOffer | null {
  const offer = actor.school.kind === "solo" ? null : offerTeachers(actor, wish)
  return offer && (offer.isSearched || offer.choices.length > 0) ? offer : null
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  return intents(form, paths.priceChanges(), {
    undo: act({
      run: () => undoRise(actor, idIn(form, "rise")),
      refusals: { ...riseRefusals, "not-found": 404 },
      saved: ({ classes }) => `${countOf(classes, "price")} changed back.`,
    }),
    raise: () => raise(actor, form, true),
    else: () => raise(actor, form, false),
  })
}

/** Shows what a change does first; its second button carries it out. */
function raise(actor: Actor, form: FormData, isConfirmed: boolean) {
  const submission = readForm(form, { schema: RiseForm })
  const teachers = offerOf(actor, readNameWish(form, "teacher"))
  const refuse = (answer: ReturnType<typeof invalid>, status: number) =>
    data({ plan: null, result: answer.data.result, teachers }, { status })
  if (asksForNames(form)) return answerSearch(form, submission, { plan: null, teachers })
  if (submission.status !== "success") return refuse(invalid(submission), 400)
  const { by, teacher, seen, ...wish } = submission.value
  const rise = { ...wish, ...by, teacherId: teacher }
  if (!isConfirmed) return data({ plan: planRise(actor, rise), result: asTyped(submission), teachers })
  const done = raisePrices(actor, rise, seen)
  if (!done.ok) {
    const { result } = invalid(submission, { form: riseRefusals[done.reason] }).data
    return data({ plan: planRise(actor, rise), result, teachers }, { status: 409 })
  }
  return redirectWithToast(
    paths.priceChanges(),
    `${countOf(done.classes, "price")} changed from ${formatDate(wish.fromDate, "medium")}.`,
  )
}

export const handle: FramedPage = {
  tab: "price-changes",
  title: "Price changes",
  head: () => ({ expression: "raise many class prices at once" }),
}

export const meta: MetaFunction = () => [{ title: "Price changes · Tutti" }]

export default function PriceChanges() {
  const { rises, instruments, teachers, currency, today: day } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AnswerSummary formId="rise" result={answer?.result} />
      <p className="dim">
        Changes the class price from a day on. Charges already made keep their amount, and students with a
        custom price keep it.
      </p>
      <RiseFields
        key={rises.length}
        today={day}
        currency={currency}
        instruments={instruments}
        teachers={answer ? answer.teachers : teachers}
        plan={answer?.plan ?? null}
        result={answer?.result}
      />
      <Rises rises={rises} currency={currency} />
    </>
  )
}
