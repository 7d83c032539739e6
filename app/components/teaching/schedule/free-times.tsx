import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type FreeTime, freeTimeText, slotValue, weeklyTimeText } from "~/models/teaching/session/clash"
import type { Refused } from "~/models/teaching/session/slot-check"
import { weekday } from "~/utils/dates"

type FreeTimesProps = {
  refused: Pick<Refused, "alternatives" | "withoutSearch"> | null
  /** Of a weekly time: the days that are ticked. Of several days the chosen start is for all of them, so they stay. */
  days?: readonly string[]
}

/**
 * Beside a clash, up to three times when everyone is free, as buttons of the form around them: it is sent with that time, and with
 * everything else that was typed. An `EnterButton` comes before them.
 */
export function FreeTimes({ refused, days }: FreeTimesProps) {
  if (!refused || refused.withoutSearch) return null
  const textOf = days ? weeklyTimeText : freeTimeText
  const times = new Map<string, FreeTime>()
  for (const time of [...refused.alternatives].reverse())
    if (!days || days.length < 2 || days.includes(String(weekday(time.date)))) times.set(textOf(time), time)
  const labels = [...times].reverse()
  return (
    <Callout>
      {labels.length > 0 ? (
        <>
          <p>
            <b>{days ? "Free in that week:" : "Times that work for everyone:"}</b>
          </p>
          <div className="buttons full">
            {labels.map(([label, time]) => (
              <Button key={label} name="place" value={slotValue(time)}>
                {label}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>No time works for everyone in the next two weeks. Try another room or teacher.</p>
      )}
    </Callout>
  )
}
