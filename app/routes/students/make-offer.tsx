import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckBoxes } from "~/components/form/check-boxes"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { NoPriceNote } from "~/components/teaching/class/new-class-parts"
import { FreeTimes } from "~/components/teaching/schedule/free-times"
import { LineFields } from "~/components/teaching/schedule/line-fields"
import { OverrideFields } from "~/components/teaching/schedule/slot-fields"
import { CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { makeOfferWithDeposit } from "~/models/money/deposit/deposit.server"
import { listDocuments } from "~/models/people/consent/documents.server"
import { findInquiry } from "~/models/people/inquiry/inquiries.server"
import { firstSuiting, timesText } from "~/models/people/inquiry/inquiry"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { findNamed } from "~/models/teaching/class/later-class"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import type { LineOffers } from "~/models/teaching/line-offer/line-offer"
import { offerLines, offerLinesOf } from "~/models/teaching/line-offer/line-offer.server"
import { findLastOffer } from "~/models/teaching/offer/make-offer.server"
import { usualDays, usualLead } from "~/models/teaching/offer/offer"
import { lackingText } from "~/models/teaching/prerequisite/prerequisite"
import { overrideOf, withChosenSlot } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-check"
import { makeOfferRefusals } from "~/texts/teaching/offers"
import { startMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { formatInstant, localDate } from "~/utils/zones"
import { OfferForm } from "./offer-form.server"

// The office offers someone who asked for lessons a class, or a weekly time of their own; an offer that stands is changed by the same form.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const { id, name, className, email, studentId, times } = orNotFound(
    findInquiry(actor, params.inquiryId ?? ""),
  )
  const free = listWithFreeSpots(actor)
  const { before, held, priced } = findBefore(actor, id)
  const classes = free.map((each) => ({ value: each.id, label: `${each.name}, ${each.times}` }))
  // The class that is offered now has no other spot maybe.
  if (held && !before?.holdsTime && !free.some((each) => each.id === held.id))
    classes.unshift({ value: held.id, label: held.name })
  const [rule] = before?.holdsTime ? (held?.rules ?? []) : []
  const day = todayOf(actor)
  const setsPrices = may(actor, "class:price")
  const isSolo = actor.school.kind === "solo"
  const ownTeacherId = isSolo ? (listTeachers(actor)[0]?.id ?? "") : ""
  const line = { teacherId: (rule && held?.teacherId) || ownTeacherId, roomId: (rule && held?.roomId) || "" }
  return {
    ...{ id, name, isStudent: studentId !== null, email, suits: timesText(times) },
    isChange: before !== undefined,
    classes,
    start: {
      classId: before
        ? before.holdsTime
          ? ""
          : (before.classId ?? "")
        : (findNamed(free, className)?.id ?? ""),
      date: before?.startsOn ?? firstSuiting(times, addDays(day, usualDays + usualLead)),
      startTime: rule?.startTime ?? "",
      minutes: String(rule?.minutes ?? 30),
      ...line,
      billing: (setsPrices && priced.billing) || "per_session",
      amount: setsPrices && priced.amount !== undefined ? plainAmount(priced.amount) : "",
      answerBy: before
        ? localDate(before.expiresAt - 60_000, actor.school.timeZone)
        : addDays(day, usualDays),
      terms: before?.terms ?? "",
      deposit: setsPrices && priced.deposit !== undefined ? plainAmount(priced.deposit) : "",
      documents: before
        ? before.documents.split(" ")
        : listDocuments(actor).flatMap((document) => (document.atEnrollment === "must" ? [document.id] : [])),
    },
    documents: listDocuments(actor).map((document) => ({ value: document.id, label: document.title })),
    lines: offerLines(actor, line),
    isSolo,
    currency: actor.school.currency,
    setsPrices,
  }
}

/** The offer that stands, the class that it is of or that holds its time, and the price and the deposit that were offered. */
function findBefore(actor: Actor, inquiryId: string) {
  const last = findLastOffer(actor, inquiryId)
  const before = last?.state === "open" ? last : undefined
  const held = before?.classId ? findClass(actor, before.classId) : undefined
  const price = before?.holdsTime ? (held?.comingPrices[0] ?? held?.price) : null
  const billing = before?.billing ?? price?.billing
  const amount = before?.priceMinor ?? price?.amountMinor
  const deposit = before?.depositMinor ?? undefined
  return { before, held, priced: { ...(billing ? { billing } : {}), amount, deposit } }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  await requireMember(request, "student:write")
  const { id } = orNotFound(findInquiry(actor, params.inquiryId ?? ""))
  const sent = withChosenSlot(await request.formData())
  const submission = readForm(sent, { schema: OfferForm })
  const lines = offerLinesOf(actor, sent)
  if (asksForNames(sent)) return answerSearch(sent, submission, { lines, refused: null })
  if (submission.status !== "success") return refuse(lines, invalid(submission))
  const form = submission.value
  const known = new Set(listDocuments(actor).map((document) => document.id))
  if (form.documents.some((each) => !known.has(each)))
    return refuse(lines, invalid(submission, { documents: "Choose from the list." }))
  const made = makeOfferWithDeposit(
    actor,
    id,
    may(actor, "class:price") ? form : { ...form, ...findBefore(actor, id).priced },
    overrideOf(form),
  )
  if (made.ok)
    return redirectWithToast(
      paths.inquiry(id),
      `Offer to ${made.name} queued for sending. It’s held until ${formatInstant(made.until - 60_000, actor.school.timeZone)}.`,
    )
  return answerRefusal(lines, made, submission)
}

function answerRefusal(
  lines: LineOffers,
  refusal: Exclude<ReturnType<typeof makeOfferWithDeposit>, { ok: true }>,
  submission: Parameters<typeof invalid>[0],
) {
  if (refusal.reason === "not-found") throw notFound()
  if (refusal.reason === "prerequisite")
    return refuse(
      lines,
      invalid(submission, { classId: `${lackingText(refusal.lacking)} Choose another class.` }, 409),
    )
  if (refusal.reason !== "not-started")
    return refuse(lines, invalid(submission, makeOfferRefusals[refusal.reason], 409))
  const { messages, refused } = startMessages(refusal.refused)
  return refuse(lines, invalid(submission, messages, 409), refused)
}

const refuse = (lines: LineOffers, answer: ReturnType<typeof invalid>, refused: Refused | null = null) =>
  data({ result: answer.data.result, lines, refused }, { status: answer.init?.status ?? 400 })

export const meta = pageTitle<typeof loader>((found) => `Offer to ${found.name}`)

export default function MakeOffer() {
  const { id, name, email, isChange, isStudent, classes, start, documents, isSolo, ...loaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lines = answer?.lines ?? loaded.lines
  const refused = answer?.refused ?? null
  const [form, fields] = useForm<
    Record<Exclude<keyof OfferForm, "documents">, string> & { documents: string[] }
  >({
    id: "offer",
    lastResult: answer?.result,
    defaultValue: start,
  })
  const button = isChange ? "Send changed offer" : "Send offer"
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead title={`Offer to ${name}`} back={{ to: paths.inquiry(id), label: "Inquiry" }} />
      {isChange ? (
        <CalloutText>
          This replaces the offer that was sent. The link in the earlier email shows the new one.
        </CalloutText>
      ) : null}
      <PostForm
        edits={isChange}
        sends={isChange ? {} : { isFirst: "yes" }}
        className="form"
        {...getFormProps(form)}
      >
        <EnterButton intent="save" formNoValidate>
          {button}
        </EnterButton>
        <SelectField
          meta={fields.classId}
          label="Class"
          prompt="A weekly time of their own"
          choices={classes}
          optional
        />
        <div className="columns">
          <DateField meta={fields.date} label="First day" />
          <DateField meta={fields.answerBy} label="Last day to answer" hint="The spot is held until then." />
        </div>
        <h2>Weekly time of their own</h2>
        <p className="hint">
          On the weekday of the first day. Leave the start blank if you chose a class.
          {loaded.suits ? ` Suits them: ${loaded.suits}.` : null}
        </p>
        <div className="columns">
          <Field meta={fields.startTime} label="Start" type="time" optional />
          <Field meta={fields.minutes} label="Minutes" type="number" inputMode="numeric" min={5} max={600} />
        </div>
        <div className="columns">
          <LineFields
            fields={fields}
            lines={lines}
            open={{ teacher: "No teacher yet", room: "No room" }}
            isSolo={isSolo}
          />
        </div>
        <FreeTimes refused={refused} />
        <h2>Price and terms</h2>
        <PriceFields fields={fields} isChange={isChange} {...loaded} />
        <TextAreaField
          meta={fields.terms}
          label="Terms"
          hint="What the family reads with the offer, such as what to bring."
          rows={4}
          maxLength={2000}
          optional
        />
        {documents.length > 0 ? (
          <CheckBoxes meta={fields.documents} legend="Consents to agree to" choices={documents} />
        ) : null}
        <SubmitRow label={button} intent="save" pending="Sending…" />
        <p className="small dim">
          {email ? `The email goes to ${email}.` : "The email goes to the student’s family."} They answer
          without a login.{" "}
          {isStudent ? null : "Once they accept, family, guardian and student are added from the inquiry."}
        </p>
        <OverrideFields refused={refused} meta={fields.overrideReason} />
      </PostForm>
    </div>
  )
}

type PriceFieldsProps = { fields: Record<"amount" | "billing" | "deposit", FieldMeta> } & Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  "setsPrices" | "currency" | "isChange"
>

/** What it costs; who may not set prices leaves those that were offered. */
function PriceFields({ fields, setsPrices, currency, isChange }: PriceFieldsProps) {
  if (!setsPrices && isChange)
    return <p className="dim">You don’t see prices. The price and the deposit don’t change.</p>
  if (!setsPrices) return <NoPriceNote />
  return (
    <>
      <div className="columns">
        <Field
          meta={fields.amount}
          label={`Price in ${currency}`}
          hint="Leave blank for the class’s own price."
          optional
          inputMode="decimal"
          maxLength={20}
        />
        <SegmentedField
          meta={fields.billing}
          label="Billing"
          choices={[
            { value: "per_session", label: "Per lesson" },
            { value: "monthly", label: "Monthly" },
            { value: "package", label: "Packages" },
          ]}
        />
      </div>
      <Field
        meta={fields.deposit}
        label={`Deposit in ${currency}`}
        hint="The person who accepts gets an invoice for it, which can be paid online."
        optional
        inputMode="decimal"
        maxLength={20}
      />
    </>
  )
}
