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
import { idIn, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findFamilySwaps } from "~/models/attendance/swap/family-swaps.server"
import { noTimes } from "~/models/attendance/swap/swap"
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
