import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { areLinesSearched, type LineOffers } from "~/models/teaching/line-offer/line-offer"
import type { SessionRow } from "~/models/teaching/session/session"
import type { MoveForm } from "~/models/teaching/session/session-form"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { FreeTimes } from "./free-times"
import { OverrideFields, SlotFields } from "./slot-fields"

/** What a rejected form comes back with. */
export type SlotAnswer = { result: SubmissionResult<string[]>; refused: Refused | null } | undefined

type MoveSessionProps = {
  session: Pick<SessionRow, "localDate" | "startTime" | "minutes" | "teacherId" | "roomId">
  answer: SlotAnswer
  lines: LineOffers
  isSolo: boolean
}

/** Another date, time, length, teacher or room for this one lesson. */
export function MoveSession({ session, answer, lines, isSolo }: MoveSessionProps) {
  const [form, fields] = useForm<MoveForm>({
    id: "move",
    lastResult: answer?.result,
    defaultValue: {
      date: session.localDate,
      startTime: session.startTime,
      minutes: session.minutes,
      teacherId: session.teacherId ?? "",
      roomId: session.roomId ?? "",
    },
  })
  const refused = answer?.refused ?? null
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move</h2>
      {refused ? (
        <FreeTimes
          times={refused.alternatives}
          formValues={{ command: "move", teacherId: fields.teacherId.initialValue }}
        />
      ) : null}
      <PostForm edits className="form" {...getFormProps(form)}>
        {areLinesSearched(lines) ? (
          <EnterButton intent="save" formNoValidate>
            Move lesson
          </EnterButton>
        ) : null}
        <input type="hidden" name="command" value="move" />
        <SlotFields
          fields={fields}
          minutes={fields.minutes}
          lines={lines}
          open={{ teacher: "No teacher yet", room: "No room" }}
          isSolo={isSolo}
        />
        <p className="dim">Only this lesson moves. Other weeks stay the same.</p>
        <p>
          <SubmitButton intent="save" pending="Moving…">
            Move lesson
          </SubmitButton>
        </p>
        <OverrideFields refused={refused} meta={fields.overrideReason} />
      </PostForm>
    </section>
  )
}
