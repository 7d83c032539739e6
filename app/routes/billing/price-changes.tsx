import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SelectField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { priceText } from "~/components/teaching/class/class-labels"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import { rateText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import {
  asksForNames,
  type NameOffer,
  type NameWish,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { listInstruments } from "~/models/overview/analytics/analytics-query.server"
import { kindLabels } from "~/models/teaching/class/class-query"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { type PlannedRise, type PriceRise, roundings } from "~/models/teaching/price/price-rise"
import { listRises, planRise, raisePrices, undoRise } from "~/models/teaching/price/price-rise.server"
import { RiseForm } from "~/models/teaching/price/price-rise-form"
import { riseRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthOf } from "~/utils/dates"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return {
    rises: listRises(actor),
    instruments: taughtOrListed(actor),
    teachers: offerOf(actor, nothingSought),
    currency: actor.school.currency,
    nextMonth: addMonths(`${monthOf(todayOf(actor))}-01`, 1),
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

export const { handle, meta } = framed({
  tab: "price-changes",
  title: "Price changes",
  head: () => ({ expression: "raise many class prices at once" }),
})

export default function PriceChanges() {
  const { rises, teachers, currency } = useLoaderData<typeof loader>()
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
        teachers={answer ? answer.teachers : teachers}
        plan={answer?.plan ?? null}
        result={answer?.result}
      />
      <Rises rises={rises} currency={currency} />
    </>
  )
}

type RiseFieldsProps = {
  /** none for a solo teacher */
  teachers: NameOffer | null
  plan: PlannedRise | null
  result?: SubmissionResult
}

/** Which prices are raised by how much, with a preview before anything changes. */
function RiseFields({ teachers, plan, result }: RiseFieldsProps) {
  const { nextMonth, currency, instruments } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<
    Record<"by" | "fromDate" | "roundTo" | "kind" | "instrument" | "teacher", string>
  >({ id: "rise", lastResult: result, defaultValue: { fromDate: nextMonth, roundTo: "1" } })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      {teachers?.isSearched ? (
        <EnterButton intent="preview" formNoValidate>
          Preview changes
        </EnterButton>
      ) : null}
      <div className="columns">
        <Field
          meta={fields.by}
          label={`Percent, or amount in ${currency}`}
          hint={`5% or ${plainAmount(200)} more`}
          maxLength={20}
        />
        <DateField meta={fields.fromDate} label="From" />
        <SelectField
          meta={fields.roundTo}
          label="Round to"
          choices={roundings.map((step) => ({
            value: String(step),
            label: step === 1 ? "The cent" : formatMoney(step, currency),
          }))}
        />
        <SelectField
          meta={fields.kind}
          label="Kind"
          optional
          prompt="All"
          choices={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          meta={fields.instrument}
          label="Instrument"
          optional
          prompt="All"
          choices={instruments.map((name) => ({ value: name, label: name }))}
        />
        {teachers ? (
          <NameChoiceField
            meta={fields.teacher}
            label="Teacher"
            sought="a teacher"
            optional
            prompt="All"
            offer={teachers}
          />
        ) : null}
      </div>
      {plan ? <Plan plan={plan} currency={currency} /> : null}
      {plan ? <input type="hidden" name="seen" value={plan.sign} /> : null}
      <p className="buttons">
        <SubmitButton
          intent="preview"
          isMain
          variant={plan ? "secondary" : "primary"}
          pending="Checking…"
          label="Preview changes"
        />
        {plan && plan.changes.length > 0 ? (
          <SubmitButton intent="raise" pending="Changing…">
            Change {countOf(plan.changes.length, "price")}
          </SubmitButton>
        ) : null}
      </p>
    </PostForm>
  )
}

const shownAtMost = 200

function Plan({ plan: { changes, later }, currency }: { plan: PlannedRise; currency: string }) {
  const keeping = changes.reduce((sum, each) => sum + each.keeping.length, 0)
  const paying = changes.reduce((sum, each) => sum + each.paying.length, 0)
  return (
    <Callout>
      <p role="status">
        <b>{countOf(changes.length, "class changes", "classes change")}</b> for {countOf(paying, "student")}.{" "}
        {countOf(keeping, "student keeps", "students keep")} a custom price.
        {later > 0
          ? ` ${countOf(later, "class", "classes")} with a later price ${later === 1 ? "stays" : "stay"}.`
          : ""}
        {changes.length === 0 ? " To find more, choose another kind, instrument or teacher." : ""}
      </p>
      <ul>
        {changes
          .slice(0, shownAtMost)
          .map(({ classId, className, billing, beforeMinor, amountMinor, ...who }) => (
            <li key={classId}>
              {className}: {formatMoney(beforeMinor, currency)} to{" "}
              {priceText({ billing, amountMinor }, currency)}
              {who.paying.length > 0 ? ` for ${joinNames(who.paying)}` : ""}
              {who.keeping.length > 0
                ? `; ${joinNames(who.keeping)} ${who.keeping.length === 1 ? "keeps" : "keep"} a custom price`
                : ""}
            </li>
          ))}
      </ul>
      {changes.length > shownAtMost ? (
        <p>And {countOf(changes.length - shownAtMost, "more class", "more classes")}.</p>
      ) : null}
    </Callout>
  )
}

/** "Piano group; Piano lab; 4 more": a class may have a comma in its name. */
const namedClasses = (names: string[], count: number): string =>
  [...names, ...(count > names.length ? [`${formatNumber(count - names.length)} more`] : [])].join("; ")

/** The changes made, each with one undo. */
function Rises({ rises, currency }: { rises: PriceRise[]; currency: string }) {
  if (rises.length === 0) return null
  return (
    <section className="section" aria-labelledby="rises-title">
      <h2 id="rises-title">Changes made</h2>
      <ul className="rows">
        {rises.map(({ id, fromDate, rate, amountMinor, classCount, classNames, isUndone }) => (
          <li key={id}>
            <span>
              <b>{rate === null ? formatMoney(amountMinor ?? 0, currency) : rateText(rate)} more</b> from{" "}
              {formatDate(fromDate, "medium")}, {countOf(classCount, "class", "classes")}
              {classNames.length > 0 ? (
                <span className="dim">: {namedClasses(classNames, classCount)}</span>
              ) : null}
            </span>{" "}
            {isUndone ? (
              <span className="dim">Undone</span>
            ) : (
              <PostForm sends={{ rise: id }}>
                <Button intent="undo">
                  Undo
                  <span className="visually-hidden"> the change from {formatDate(fromDate, "medium")}</span>
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
