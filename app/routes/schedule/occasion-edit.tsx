import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { type OccasionFieldName, OccasionFields } from "~/components/teaching/occasion/occasion-fields"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { defaultTax, noTax } from "~/models/accounts/tax/tax"
import { defaultTaxChoices } from "~/models/accounts/tax/tax-rates.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { changeWithFees } from "~/models/money/event-fee/event-fee.server"
import { areLinesSearched } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { findFee, findOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { OccasionForm } from "~/models/teaching/occasion/occasion-form"
import { occasionRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { afterTelling } from "./occasion-answers.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const { id, state, localDate, kind, title, startTime, endTime, teacherId, roomId, place, note } = found
  const seesPrices = seesFamilyMoney(actor)
  const { feeMinor, guestFeeMinor, feeUntil, paysWithAnswer, isFeeTaxed } = findFee(actor, id)
  return {
    id,
    state,
    start: {
      kind,
      title,
      startTime,
      endTime,
      date: localDate,
      teacherId: teacherId ?? "",
      roomId: roomId ?? "",
      place: place ?? "",
      note: note ?? "",
      fee: seesPrices && feeMinor ? plainAmount(feeMinor) : "",
      guestFee: seesPrices && guestFeeMinor ? plainAmount(guestFeeMinor) : "",
      feeUntil: (seesPrices && feeUntil) || "",
      feePaid: paysWithAnswer ? "with-answer" : "next-invoice",
      feeTax: isFeeTaxed ? defaultTax : noTax,
    },
    taxes: defaultTaxChoices(actor),
    lines: offerLines(actor, { teacherId, roomId }),
    isSolo: actor.school.kind === "solo",
  }
}

const fieldOf = {
  "start-skipped": "startTime",
  "end-skipped": "endTime",
  "unknown-room": "roomId",
  "unknown-teacher": "teacherId",
  "teacher-leaves": "teacherId",
  "no-fee": "fee",
  "fee-after-event": "feeUntil",
  "fee-until-over": "feeUntil",
  "being-told": "fee",
  "is-canceled": "form",
  "in-the-past": "date",
} as const

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const form = await request.formData()
  const submission = readForm(form, { schema: OccasionForm })
  const lines = offerLinesOf(actor, form)
  if (asksForNames(form)) return answerSearch(form, submission, { lines })
  if (submission.status !== "success") return data({ ...invalid(submission).data, lines }, { status: 400 })
  const { intent: _, ...typed } = submission.value
  // Who sees no prices changes none.
  const stored = findFee(actor, found.id)
  const { date } = typed
  const until = stored.feeUntil && stored.feeUntil > date ? date : stored.feeUntil
  // On another day, a last day that is over no longer counts.
  const isOver = until !== null && date !== found.localDate && until < todayOf(actor)
  const fees = { fee: stored.feeMinor ?? undefined, guestFee: stored.guestFeeMinor ?? undefined }
  const how: Pick<OccasionForm, "feePaid" | "feeTax"> = {
    feePaid: stored.paysWithAnswer ? "with-answer" : undefined,
    feeTax: stored.isFeeTaxed ? defaultTax : undefined,
  }
  const kept = { ...fees, ...how, feeUntil: isOver ? undefined : (until ?? undefined) }
  const wish = seesFamilyMoney(actor) ? typed : { ...typed, ...kept }
  const changed = changeWithFees(actor, found.id, wish)
  if (changed.ok) return afterTelling(found, "Event saved.", changed)
  if (changed.reason === "not-found") throw notFound()
  const messages = { [fieldOf[changed.reason]]: occasionRefusals[changed.reason] }
  return data({ ...invalid(submission, messages).data, lines }, { status: 409 })
}

export const meta = pageTitle<typeof loader>((found) => `Edit ${found.start.title}`)

export default function OccasionEdit() {
  const { id, state, start, taxes, isSolo, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lines = answer?.lines ?? loaded.lines
  const [form, fields] = useForm<Record<OccasionFieldName, string>>({
    id: "edit-event",
    lastResult: answer?.result,
    defaultValue: start,
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead title="Edit event" back={{ to: paths.occasion(id), label: start.title }} />
      {state === "canceled" ? (
        <EmptyState>This event is canceled and can’t be changed.</EmptyState>
      ) : (
        <PostForm edits className="form" {...getFormProps(form)}>
          {areLinesSearched(lines) ? (
            <EnterButton intent="save" formNoValidate>
              Save event
            </EnterButton>
          ) : null}
          <OccasionFields fields={fields} lines={lines} taxes={taxes} isSolo={isSolo} />
          {state === "published" ? (
            <p className="dim">
              Families get an email when the date, time or location changes. Another fee is charged to those
              who answer from now on; families that said yes before get an email about it.
            </p>
          ) : null}
          <SubmitRow label="Save event" intent="save" pending="Saving…" />
        </PostForm>
      )}
    </div>
  )
}
