import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { OfferSwapForm } from "~/components/attendance/swap/offer-swap-form"
import { OfferedSwaps } from "~/components/attendance/swap/offered-swaps"
import { OwnOffers, OwnRequests } from "~/components/attendance/swap/own-swaps"
import { SiblingSwaps } from "~/components/attendance/swap/sibling-swaps"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ErrorSummary } from "~/components/form/error-summary"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findFamilySwaps } from "~/models/attendance/swap/family-swaps.server"
import { noTimes, type SwapRefusal, swapRefusalText } from "~/models/attendance/swap/swap"
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
  const form = await request.formData()
  const { students } = findPortal(actor)
  const id = (field: string) => String(form.get(field) ?? "")
  switch (form.get("intent")) {
    case "offer":
      return offer(actor, students, form)
    case "ask": {
      const submission = readForm(form, { schema: AskSwapForm })
      if (submission.status !== "success") return refused("not-swappable", actor, 400)
      const asked = askForSwap(actor, submission.value.offer, students, submission.value.lesson)
      return asked.ok ? saved(agreedTexts[asked.state]) : refused(asked.reason, actor)
    }
    case "siblings": {
      const submission = readForm(form, { schema: SiblingSwapForm })
      if (submission.status !== "success") return refused("not-swappable", actor, 400)
      const swapped = swapSiblings(actor, students, submission.value.pair)
      return swapped.ok ? saved(siblingTexts[swapped.state]) : refused(swapped.reason, actor)
    }
    case "accept": {
      const accepted = acceptSwap(actor, id("request"), students)
      return accepted.ok ? saved(agreedTexts[accepted.state]) : refused(accepted.reason, actor)
    }
    case "decline": {
      const declined = declineSwap(actor, id("request"), students)
      return declined.ok
        ? saved("Time declined. Your lesson stays offered.")
        : refused(declined.reason, actor)
    }
    case "withdraw-offer": {
      const withdrawn = withdrawOffer(actor, id("offer"), students)
      return withdrawn.ok ? saved("Offer withdrawn.") : refused(withdrawn.reason, actor)
    }
    case "withdraw-request": {
      const withdrawn = withdrawRequest(actor, id("request"), students)
      return withdrawn.ok ? saved("Request withdrawn.") : refused(withdrawn.reason, actor)
    }
    default:
      throw notFound()
  }
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
  const text = swapRefusalText(offered.reason, actor.school.noticeHours)
  return data(
    { message: undefined, result: invalid(submission, { lesson: text }).data.result },
    { status: 409 },
  )
}

const saved = (text: string) => redirectWithToast(paths.studentSwaps(), text)

function refused(reason: SwapRefusal, actor: Actor, status = 409) {
  if (reason === "not-found") throw notFound()
  return data({ message: swapRefusalText(reason, actor.school.noticeHours), result: undefined }, { status })
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
