import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type FreeTime, freeTimeText, slotValue } from "~/models/teaching/session/clash"

/** Free times as buttons of the form around them, which keeps everything else that was typed. */
export function FreeTimesInForm({ times }: { times: readonly FreeTime[] }) {
  if (times.length === 0) return null
  return (
    <Callout>
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
    </Callout>
  )
}
