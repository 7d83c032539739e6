import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField } from "~/components/form/field"
import { GroupedOptions } from "~/components/form/grouped-options"
import { AnswerSummary, ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { tickedDays, WeekdayField } from "~/components/form/weekday-field"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { idIn, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { findFamilySwaps } from "~/models/attendance/swap/family-swaps.server"
import { noTimes, offerLabel, swapRequestLabels } from "~/models/attendance/swap/swap"
import {
  AskSwapForm,
  OfferSwapForm as OfferSchema,
  SiblingSwapForm,
} from "~/models/attendance/swap/swap-form"
import {
  type Agreed,
  acceptSwap,
  askForSwap,
  declineSwap,
  offerSwap,
  swapSiblings,
  withdrawOffer,
  withdrawRequest,
} from "~/models/attendance/swap/swap-lessons.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { type SwapRefusal, swapRefusals } from "~/texts/attendance/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Lesson times to swap with other families, whose names stay hidden. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const acting = students.filter(({ as }) => as !== "child")
  const { rules, ...swaps } = findFamilySwaps(actor, acting)
  return { ...swaps, isOn: rules.rule !== "off", isChild: acting.length === 0 }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const { students } = findPortal(actor)
  const answer = <Done extends { ok: true }>(
    done: Done | { ok: false; reason: SwapRefusal },
    text: (done: Done) => string,
  ) => (done.ok ? saved(text(done)) : refused(done.reason, actor))
  const agreed = ({ state }: Agreed) => agreedTexts[state]
  return intents(request, paths.studentSwaps(), {
    offer: (form) => offer(actor, students, form),
    ask: (form) => {
      const submission = readForm(form, { schema: AskSwapForm })
      if (submission.status !== "success") return refused("not-swappable", actor, 400)
      return answer(askForSwap(actor, submission.value.offer, students, submission.value.lesson), agreed)
    },
    siblings: (form) => {
      const submission = readForm(form, { schema: SiblingSwapForm })
      if (submission.status !== "success") return refused("not-swappable", actor, 400)
      return answer(swapSiblings(actor, students, submission.value.pair), ({ state }) => siblingTexts[state])
    },
    accept: (form) => answer(acceptSwap(actor, idIn(form, "request"), students), agreed),
    decline: (form) =>
      answer(
        declineSwap(actor, idIn(form, "request"), students),
        () => "Time declined. Your lesson stays offered.",
      ),
    "withdraw-offer": (form) =>
      answer(withdrawOffer(actor, idIn(form, "offer"), students), () => "Offer withdrawn."),
    "withdraw-request": (form) =>
      answer(withdrawRequest(actor, idIn(form, "request"), students), () => "Request withdrawn."),
  })
}

function offer(actor: Actor, students: readonly PortalStudent[], form: FormData) {
  const submission = readForm(form, { schema: OfferSchema })
  if (submission.status !== "success")
    return data({ message: undefined, result: invalid(submission).data.result }, { status: 400 })
  const { lesson, days, from, to } = submission.value
  const takes =
    days.length === 0 || !from || !to ? noTimes : { takesDays: days.join(""), takesFrom: from, takesTo: to }
  const offered = offerSwap(actor, students, lesson, takes)
  if (offered.ok) return saved("Lesson offered. We’ll email you when another family asks for it.")
  const text = swapRefusals(actor.school.noticeHours)[offered.reason]
  return data(
    { message: undefined, result: invalid(submission, { lesson: text }).data.result },
    { status: 409 },
  )
}

const saved = (text: string) => redirectWithToast(paths.studentSwaps(), text)

function refused(reason: SwapRefusal, actor: Actor, status = 409) {
  if (reason === "not-found") throw notFound()
  return data({ message: swapRefusals(actor.school.noticeHours)[reason], result: undefined }, { status })
}

const agreedTexts: Record<Agreed["state"], string> = {
  asked: "Request sent. We’ll email you when the other family answers.",
  waiting: "Both families agree. The school still has to approve the swap.",
  done: "Lessons swapped. Your schedule shows the new time.",
}

const siblingTexts: Record<Agreed["state"], string> = {
  ...agreedTexts,
  waiting: "Swap requested. The school still has to approve it.",
  done: "Lessons swapped. Your schedule shows the new times.",
}

export const meta: MetaFunction = () => [{ title: "Lesson swaps · Tutti" }]

export default function FamilySwaps() {
  const { isOn, isChild, lessons, offered, siblings, ours, asked } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="form narrow">
      <AnswerSummary formId="offer-swap" result={answer?.result} />
      {answer?.message ? (
        <ErrorSummary form={{ id: "swaps", allErrors: {}, errors: [answer.message] }} />
      ) : null}
      <PageHead title="Lesson swaps" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      <OwnOffers offers={ours} />
      <OwnRequests asked={asked} />
      {isChild ? (
        <EmptyState>Ask a parent or guardian to swap lessons.</EmptyState>
      ) : isOn ? (
        <>
          <OfferedSwaps offered={offered} />
          <SiblingSwaps pairs={siblings} />
          {lessons.length > 0 ? (
            <OfferSwapForm key={lessons.length} lessons={lessons} lastResult={answer?.result} />
          ) : (
            <p className="dim">You have no private lessons to offer in the next eight weeks.</p>
          )}
        </>
      ) : (
        <EmptyState>Your school doesn’t offer lesson swaps. Ask the school to move a lesson.</EmptyState>
      )}
    </div>
  )
}

type OfferSwapFormProps = {
  lessons: { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Offers one lesson, and names the times that the family takes without being asked. */
function OfferSwapForm({ lessons, lastResult }: OfferSwapFormProps) {
  const [form, fields] = useForm<{ lesson: string; days: string[]; from: string; to: string }>({
    id: "offer-swap",
    lastResult,
  })
  return (
    <section className="section" aria-labelledby="offer">
      <h2 id="offer">Offer a lesson</h2>
      <p className="dim">
        Other families see the time and the teacher, never your name. You keep the lesson until you agree to a
        swap.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField meta={fields.lesson} label="Lesson" choices={lessons} prompt="Choose a lesson" />
        <WeekdayField
          meta={fields.days}
          chosen={tickedDays(fields.days.value, null)}
          legend="Times you’d take without being asked"
          hint="Within a week of the lesson. Leave blank to answer each request yourself."
        />
        <div className="columns">
          <Field meta={fields.from} label="From" type="time" optional />
          <Field meta={fields.to} label="To" type="time" optional />
        </div>
        <SubmitRow label="Offer lesson" intent="offer" pending="Offering…" />
      </PostForm>
    </section>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Offered = Loaded["offered"][number]

/** Times that other families offer, each with the family’s own lessons that it fits. */
function OfferedSwaps({ offered }: { offered: Offered[] }) {
  return (
    <section className="section" aria-labelledby="offered">
      <h2 id="offered">Times offered by other families</h2>
      {offered.length === 0 ? (
        <EmptyState>No times that fit your lessons right now. Offer one of your lessons below.</EmptyState>
      ) : (
        <ul className="rows">
          {offered.map(({ id, when, minutes, teacherName, lessons }) => (
            <li key={id}>
              <span>
                <b>{when}</b>
                <br />
                <span className="dim">
                  {countOf(minutes, "minute")} with {teacherName}
                </span>
              </span>
              <PostForm className="form" sends={{ offer: id }}>
                <p className="field">
                  <label htmlFor={`lesson-${id}`}>Your lesson</label>
                  <select id={`lesson-${id}`} name="lesson">
                    <GroupedOptions choices={lessons} />
                  </select>
                </p>
                <Button intent="ask" aria-label={`Ask to swap for ${when}`}>
                  Ask to swap
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Ours = Loaded["ours"][number]

/** What the family offered, with the times it was asked for. */
function OwnOffers({ offers }: { offers: Ours[] }) {
  if (offers.length === 0) return null
  return (
    <section className="section" aria-labelledby="ours">
      <h2 id="ours">Lessons you offered</h2>
      <ul className="rows">
        {offers.map(({ id, firstName, when, state, isHidden, isStanding, requests }) => (
          <li key={id}>
            <div>
              <p>
                {firstName}: <b>{when}</b>{" "}
                <span className="dim">{offerLabel({ state, isHidden, requests })}</span>
              </p>
              {requests.map((request) => (
                <div key={request.id}>
                  <p>
                    {request.state === "asked" ? "Another family would give you " : "For "}
                    <b>{request.when}</b>
                    {request.state === "asked" ? "." : null}
                  </p>
                  {state === "open" && request.state === "asked" ? (
                    <SwapButtons
                      field="request"
                      id={request.id}
                      acts={[
                        ["accept", "Accept time", `Accept ${request.when} for ${when}`],
                        ["decline", "Decline time", `Decline ${request.when} for ${when}`],
                      ]}
                    />
                  ) : null}
                </div>
              ))}
            </div>
            {isStanding ? (
              <SwapButtons
                field="offer"
                id={id}
                acts={[["withdraw-offer", "Withdraw offer", `Withdraw the offer of ${when}`]]}
                isQuiet
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Asked = Loaded["asked"][number]

/** The times that the family asked for. */
function OwnRequests({ asked }: { asked: Asked[] }) {
  if (asked.length === 0) return null
  return (
    <section className="section" aria-labelledby="asked">
      <h2 id="asked">Times you asked for</h2>
      <ul className="rows">
        {asked.map(({ id, firstName, when, offered, state, isStanding }) => (
          <li key={id}>
            <span>
              <b>{offered}</b> for {firstName}’s {when}{" "}
              <span className="dim">{swapRequestLabels[state]}</span>
            </span>
            {isStanding ? (
              <SwapButtons
                field="request"
                id={id}
                acts={[["withdraw-request", "Withdraw request", `Withdraw the request for ${offered}`]]}
                isQuiet
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type SwapButtonsProps = {
  field: "offer" | "request"
  id: string
  acts: [intent: string, label: string, name: string][]
  isQuiet?: boolean
}

function SwapButtons({ field, id, acts, isQuiet = false }: SwapButtonsProps) {
  return (
    <PostForm className="buttons">
      <input type="hidden" name={field} value={id} />
      {acts.map(([intent, label, name], index) => (
        <Button
          key={intent}
          intent={intent}
          variant={isQuiet || index > 0 ? "secondary" : undefined}
          aria-label={name}
        >
          {label}
        </Button>
      ))}
    </PostForm>
  )
}

/** Lessons of two children of the family that can take each other’s time. */
function SiblingSwaps({ pairs }: { pairs: { value: string; label: string }[] }) {
  if (pairs.length === 0) return null
  return (
    <section className="section" aria-labelledby="siblings">
      <h2 id="siblings">Swap between your children</h2>
      <p className="dim">Each takes the other’s time, with the same teacher. Prices don’t change.</p>
      <PostForm className="form">
        <p className="field">
          <label htmlFor="sibling-pair">Two lessons</label>
          <select id="sibling-pair" name="pair">
            <GroupedOptions choices={pairs} />
          </select>
        </p>
        <p>
          <Button intent="siblings">Swap these lessons</Button>
        </p>
      </PostForm>
    </section>
  )
}
