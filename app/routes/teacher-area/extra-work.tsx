import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { EnterWorkForm as EnterForm, enterWorkFormId } from "~/components/money/pay/enter-work-form"
import { EnteredWorkList } from "~/components/money/pay/entered-work-list"
import { framed } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { enterWork, listOwnWork, withdrawWork } from "~/models/money/pay/entered-work.server"
import { EnterWorkForm } from "~/models/money/pay/entered-work-form"
import { listWorkKinds } from "~/models/money/pay/work-kinds.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { enterWorkRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

/** A teacher who is paid by someone else: who works alone has no pay to confirm. */
function paidTeacher(actor: Actor) {
  const own = orNotFound(actor.school.kind === "solo" ? undefined : findOwnTeacher(actor))
  return own
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = paidTeacher(actor)
  return {
    works: listOwnWork(actor, own.id),
    kinds: listWorkKinds(actor),
    currency: actor.school.currency,
    today: todayOf(actor),
    formKey: newId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = paidTeacher(actor)
  return intents(request, paths.ownExtraWork(), {
    withdraw: act({
      run: (form) => withdrawWork(actor, own.id, idIn(form, "work")),
      refusals: { decided: "The office has answered this already." },
      saved: ({ description }) => `${description} withdrawn.`,
    }),
    else: (form) => {
      const submission = readForm(form, { schema: EnterWorkForm })
      if (submission.status !== "success") return invalid(submission)
      const entered = enterWork(actor, own, submission.value)
      if (entered.ok) return redirectWithToast(paths.ownExtraWork(), "Extra work sent to the office.")
      const status = entered.reason === "sent-before" ? 409 : 400
      return invalid(submission, enterWorkRefusals[entered.reason], status)
    },
  })
}

export const { handle, meta } = framed({
  title: "Extra work",
  column: "stack narrow",
  head: () => ({
    back: { to: paths.teacherAnalytics(), label: "Hours and pay" },
    expression: "paid once the office confirms it",
  }),
})

export const shouldRevalidate = alsoWhenRefused

export default function OwnExtraWork() {
  const { works, kinds, currency, today: day, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={enterWorkFormId} result={result} />
      <section className="section" aria-labelledby="enter">
        <h2 id="enter">Enter extra work</h2>
        <EnterForm key={formKey} {...{ kinds, currency, formKey, result }} today={day} />
      </section>
      <section className="section" aria-labelledby="entered">
        <h2 id="entered">What you entered</h2>
        {works.length === 0 ? (
          <EmptyState>No extra work yet. What you enter appears here with the office’s answer.</EmptyState>
        ) : (
          <EnteredWorkList
            works={works}
            currency={currency}
            buttons={({ id, state, description }) =>
              state === "asked" ? (
                <ActButton
                  label="Withdraw"
                  sends={{ work: id }}
                  intent="withdraw"
                  pending="Withdrawing…"
                  about={description}
                />
              ) : null
            }
          />
        )}
      </section>
    </>
  )
}
