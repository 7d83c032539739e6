import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import type { SwapTimesPlan } from "~/models/teaching/session/swap-weekly-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { ClashHelp } from "./clash-help"
import { LeaveOut } from "./leave-out"
import { RuleEffectNote } from "./rule-effect"

export type SwapTimesAnswer = {
  result: SubmissionResult<string[]>
  plan: SwapTimesPlan | null
  refused: Refused | null
  leavesClashing: boolean
  /** The reason that the plan accepts clashes for. */
  reason: string
}

type SwapTimesProps = { scheduleId: string; offer: NameOffer; day: string; answer?: SwapTimesAnswer }
type Fields = Record<"withId" | "from" | "leavesClashing" | "overrideReason", string>

/** Chooses whose weekly time it is swapped with and from when; what that changes is shown before it is done. */
export function SwapTimes({ scheduleId, offer, day, answer }: SwapTimesProps) {
  const [form, fields] = useForm<Fields>({
    id: "swap",
    lastResult: answer?.result,
    defaultValue: { from: day },
  })
  const plan = answer?.plan
  return (
    <PostForm className="form group" {...getFormProps(form)}>
      <EnterButton intent="preview" formNoValidate={offer.isSearched}>
        Preview swap
      </EnterButton>
      <input type="hidden" name="scheduleId" value={scheduleId} />
      <NameChoiceField
        meta={fields.withId}
        label="Swap with"
        sought="a student’s class"
        prompt="Choose a weekly time"
        offer={offer}
        source={paths.classNames({ time: scheduleId })}
      />
      <DateField
        meta={fields.from}
        label="From"
        hint="Swaps begin with a whole week, so that both students have one lesson in it."
        min={day}
      />
      {plan ? <PlanNote plan={plan} /> : null}
      <LeaveOut meta={fields.leavesClashing} answer={answer} isNew={false} />
      <ClashHelp refused={answer?.refused ?? null} meta={fields.overrideReason} />
      {plan ? (
        <>
          <input type="hidden" name="seen" value={plan.sign} />
          {answer.reason ? <input type="hidden" name="overrideReason" value={answer.reason} /> : null}
        </>
      ) : null}
      <p className="buttons">
        <SubmitButton intent="preview" isMain variant={plan ? "secondary" : "primary"} pending="Checking…">
          Preview swap
        </SubmitButton>
        {plan ? (
          <SubmitButton intent="save" variant="primary" pending="Swapping…">
            Swap times
          </SubmitButton>
        ) : null}
      </p>
    </PostForm>
  )
}

function PlanNote({ plan: { from, sides } }: { plan: SwapTimesPlan }) {
  return (
    <>
      <p role="status">
        <b>The swap starts {formatDate(from, "medium")}.</b> Each class keeps its teacher, room and length.
        Families read only about their own child’s new time.
      </p>
      {sides.map(({ classId, className, was, is, effect }) => (
        <section className="stack" key={classId} aria-labelledby={`swap-${classId}`}>
          <h3 id={`swap-${classId}`}>{className}</h3>
          <p>
            {was} → {is}
          </p>
          <RuleEffectNote effect={effect} />
        </section>
      ))}
    </>
  )
}
