import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { pageTitle } from "~/components/shell/frame"
import { GuestList } from "~/components/teaching/occasion/guest-list"
import { InviteForm, type InviteOffer } from "~/components/teaching/occasion/invite-form"
import { OccasionFacts } from "~/components/teaching/occasion/occasion-facts"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import type { Fact } from "~/components/ui/fact-list"
import { useHasRight } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { nothingSought } from "~/models/foundation/name-search/name-search"
import { listGuestFees, listUncharged, mayCharge } from "~/models/money/event-fee/event-fee.server"
import { listGuestFilters } from "~/models/overview/occasion-choice/choose-guests.server"
import { listEnteredBy } from "~/models/teaching/occasion/answer-occasion.server"
import { countResults } from "~/models/teaching/occasion/exam-results.server"
import { findFee, findOccasion, isOver } from "~/models/teaching/occasion/find-occasion.server"
import { resultsText } from "~/models/teaching/occasion/occasion"
import { listOccasionWarnings } from "~/models/teaching/occasion/occasion-clashes.server"
import { listGuests } from "~/models/teaching/occasion/occasion-guests.server"
import { programText } from "~/models/teaching/occasion/program"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { countUntold, findTelling } from "~/models/teaching/occasion/tell-occasion.server"
import { feesPaidText, feeText, guestFeesText, guestFeeText } from "~/texts/money/event-fees"
import { answersText, noGuestsText } from "~/texts/teaching/occasions"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { answerOccasionForm, offerGuests } from "./occasion-answers.server"

/** One event as the office sees it: its facts, who is invited and what they answered. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const telling = findTelling(actor, found.id)
  const seesPrices = seesFamilyMoney(actor)
  const fees = seesPrices ? listGuestFees(actor, [found.id]) : []
  const { currency } = actor.school
  const ownFee = findFee(actor, found.id)
  const guests = listGuests(actor, found.id)
  const invited = new Set(guests.map(({ studentId }) => studentId))
  const enteredBy = listEnteredBy(actor, found.id)
  return {
    occasion: {
      ...found,
      fee: seesPrices ? feeText(ownFee, currency) : null,
    },
    toCharge:
      mayCharge(actor) && (ownFee.feeMinor || ownFee.guestFeeMinor)
        ? { students: listUncharged(actor, found.id), feeMinor: ownFee.feeMinor ?? 0, currency }
        : null,
    feesPaid: fees.length > 0 ? feesPaidText(fees) : null,
    otherFees: fees.flatMap((fee) =>
      invited.has(fee.studentId)
        ? []
        : [{ familyId: fee.familyId, text: `${fee.description}: ${guestFeeText(fee, currency)}` }],
    ),
    underWay: telling ? [telling] : [],
    untold: telling ? 0 : countUntold(actor, found),
    results: countResults(actor, found.id),
    isOver: isOver(found),
    warnings: isOver(found) ? [] : listOccasionWarnings(actor, found),
    guests: guests.map(({ studentId, name, answer, companions }) => ({
      studentId,
      name,
      answer,
      companions,
      enteredBy: enteredBy.get(studentId) ?? null,
      fee:
        guestFeesText(
          fees.filter((fee) => fee.studentId === studentId),
          currency,
        ) ?? (seesPrices && ownFee.feeMinor && answer === "yes" ? "Not charged" : null),
    })),
    program: programText(listProgram(actor, found.id)),
    offer: offerGuests(actor, found, { search: "", chosen: [] }, nothingSought),
    filters: listGuestFilters(actor),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  return answerOccasionForm(actor, found, await request.formData())
}

export const meta = pageTitle<typeof loader>((found) => found.occasion.title)

type Answered = { result: SubmissionResult<string[]>; form: string; offer?: InviteOffer }

export default function OccasionPage() {
  const { occasion, warnings, guests, program, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answered | undefined
  const resultOf = (form: string) => (answer?.form === form ? answer.result : undefined)
  const { id, title, state } = occasion
  const mayChange = useHasRight()("class:write")
  const isExam = occasion.kind === "exam" && state !== "canceled"
  const hasResults = guests.length > 0 && (isExam || page.results.results > 0)
  const mayInvite = mayChange && state !== "canceled"
  const isOpen = mayInvite && !page.isOver
  const isOpenDraft = mayChange && state === "draft"
  const isToEnter = page.isOver && isExam && page.results.results === 0
  return (
    <>
      <AnswerSummary formId={answer?.form ?? "event"} result={answer?.result} />
      <PageHead
        title={title}
        back={{ to: paths.occasions(), label: "Events" }}
        actions={
          <>
            <LinkButton to={paths.program(id)}>Program</LinkButton>{" "}
            {hasResults ? (
              <LinkButton to={paths.examResults(id)} variant={isToEnter ? "primary" : undefined}>
                {isToEnter ? "Enter results" : "Results"}
              </LinkButton>
            ) : null}{" "}
            {state === "canceled" || !mayChange ? null : (
              <LinkButton to={paths.editOccasion(id)}>Edit event</LinkButton>
            )}
          </>
        }
      />
      <TasksUnderWay tasks={page.underWay} />
      {page.untold > 0 && mayChange ? <TellTheOthers students={page.untold} /> : null}
      {warnings.length > 0 ? (
        <Callout tone="amber">
          {warnings.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Callout>
      ) : null}
      {isOpenDraft && page.isOver && page.results.results === 0 ? (
        <OverDraft date={occasion.localDate} />
      ) : null}
      <OccasionFacts
        occasion={occasion}
        more={[
          [
            "Answers",
            state !== "draft"
              ? answersText(guests)
              : page.isOver
                ? "Families weren’t asked"
                : "Families are asked when you publish",
          ],
          ...feeFacts(page),
          [
            "Program",
            <Link key="program" to={paths.program(id)}>
              {program}
            </Link>,
          ],
          ...(hasResults
            ? [
                [
                  "Results",
                  <Link key="results" to={paths.examResults(id)}>
                    {resultsText(page.results, guests.length)}
                  </Link>,
                ] satisfies Fact,
              ]
            : []),
        ]}
      />
      {state === "draft" && isOpen && guests.length > 0 ? <PublishButton /> : null}
      {page.toCharge && mayChange ? <ChargeThose {...page.toCharge} /> : null}
      <section className="section" aria-labelledby="guests-title">
        <h2 id="guests-title">Students</h2>
        {guests.length === 0 ? (
          <EmptyState>{noGuestsText({ state, mayInvite, isOver: page.isOver })}</EmptyState>
        ) : (
          <GuestList
            guests={guests}
            studentTo={paths.student}
            isAsked={state !== "draft"}
            canRemove={mayChange && state !== "canceled"}
            canAnswer={isOpen && state === "published"}
            sent={answer?.result.initialValue}
          />
        )}
      </section>
      {mayInvite ? (
        <section className="section narrow" aria-labelledby="invite-title">
          <h2 id="invite-title">{page.isOver ? "Add students" : "Invite students"}</h2>
          <InviteForm
            key={guests.length}
            offer={answer?.offer ?? page.offer}
            filters={page.filters}
            date={occasion.localDate}
            isSolo={page.isSolo}
            isPublished={state === "published"}
            isOver={page.isOver}
            result={resultOf("invite")}
          />
        </section>
      ) : null}
      {mayChange && state === "draft" ? <DeleteOccasion /> : null}
      {state === "published" && isOpen ? <CancelOccasion result={resultOf("cancel-event")} /> : null}
    </>
  )
}

type Fees = { feesPaid: string | null; otherFees: { familyId: string; text: string }[] }

/** How many fees are paid, and those of students who are no longer in the list. */
const feeFacts = ({ feesPaid, otherFees }: Fees): Fact[] => [
  ...(feesPaid ? [["Fees", feesPaid] satisfies Fact] : []),
  ...(otherFees.length > 0
    ? [
        [
          "Fees of students no longer invited",
          otherFees.map(({ familyId, text }) => (
            <div key={text}>
              <Link to={paths.family(familyId)}>{text}</Link>
            </div>
          )),
        ] satisfies Fact,
      ]
    : []),
]

function OverDraft({ date }: { date: string }) {
  return (
    <CalloutText tone="amber">
      {formatDate(date, "full")} has passed, so this event can’t be published. Change its date, or add
      students to enter results.
    </CalloutText>
  )
}

function PublishButton() {
  return (
    <PostForm>
      <p>
        <Button intent="publish" variant="primary">
          Publish and email families
        </Button>
      </p>
    </PostForm>
  )
}

type ChargeThoseProps = {
  students: readonly { studentId: string; name: string; companions: number; amountMinor: number }[]
  feeMinor: number
  currency: string
}

/** Whoever said yes before there was a fee, and the button that charges them. */
function ChargeThose({ students, feeMinor, currency }: ChargeThoseProps) {
  if (students.length === 0) return null
  const sumMinor = students.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const guests = students.reduce((all, { companions }) => all + companions, 0)
  const price = (minor: number) => formatMoney(minor, currency)
  const each =
    guests === 0
      ? `${price(students[0]?.amountMinor ?? feeMinor)} each is on their families’ next invoices`
      : `${price(sumMinor)} is on their families’ next invoices, with ${countOf(guests, "guest")}`
  return (
    <Callout>
      <p>
        {countOf(students.length, "student")} said yes without a fee:{" "}
        {joinNames(students.map(({ name }) => name))}. Charged now, {each}.
      </p>
      <PostForm>
        {students.map(({ studentId }) => (
          <input key={studentId} type="hidden" name="student" value={studentId} />
        ))}
        <input type="hidden" name="fee" value={feeMinor} />
        <input type="hidden" name="sum" value={sumMinor} />
        <SubmitButton intent="charge" variant="secondary" pending="Charging…">
          Charge {countOf(students.length, "fee")}, {price(sumMinor)}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}

/** Calls a published event off; its families read the reason. */
function CancelOccasion({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, fields] = useForm<{ reason: string }>({ id: "cancel-event", lastResult: result })
  return (
    <details className="disclosure" open={result !== undefined}>
      <summary>Cancel event</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <p>Families get an email with the reason. A canceled event can’t be restored.</p>
        <Field meta={fields.reason} label="Reason" maxLength={200} />
        <SubmitRow label="Cancel event" intent="cancel" variant="danger-primary" pending="Canceling…" />
      </PostForm>
    </details>
  )
}

/** Deletes a draft, into the bin. */
function DeleteOccasion() {
  return (
    <details className="disclosure">
      <summary>Delete draft</summary>
      <PostForm>
        <p>
          The draft is deleted with its students and its program. You can restore it for 30 days under
          Settings, Recently deleted. No one is emailed.
        </p>
        <p>
          <Button intent="delete" variant="danger-primary">
            Delete draft
          </Button>
        </p>
      </PostForm>
    </details>
  )
}

/** Emails about an event were stopped: the rest can still be sent. */
function TellTheOthers({ students }: { students: number }) {
  const whose = `the families of ${countOf(students, "student")}`
  return (
    <Callout tone="amber">
      <p>We haven’t emailed {whose} about the latest of this event.</p>
      <PostForm>
        <p>
          <Button intent="tell">Email {whose}</Button>
        </p>
      </PostForm>
    </Callout>
  )
}
