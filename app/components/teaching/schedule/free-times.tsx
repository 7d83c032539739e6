import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type FreeTime, freeTimeText, slotValue } from "~/models/teaching/session/clash"

type FreeTimesProps = {
  times: readonly FreeTime[]
  /** sent along with the time that is chosen */
  formValues: Record<string, string | undefined>
}

/** Up to three times when everyone is free, each with a button that books it. */
export function FreeTimes({ times, formValues }: FreeTimesProps) {
  if (times.length === 0)
    return (
      <Callout>
        <p>No time works for everyone in the next two weeks. Try another room or teacher.</p>
      </Callout>
    )
  return (
    <Callout>
      <PostForm className="grid gap-3">
        {Object.entries(formValues).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <p>
          <b>Times that work for everyone:</b>
        </p>
        <div className="buttons full">
          {times.map((time) => (
            <Button key={slotValue(time)} name="place" value={slotValue(time)}>
              {freeTimeText(time)}
            </Button>
          ))}
        </div>
      </PostForm>
    </Callout>
  )
}
