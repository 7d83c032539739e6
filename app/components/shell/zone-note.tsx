import { useEffect, useState } from "react"
import { formatTime } from "~/utils/clock-times"
import { localDate, localTime } from "~/utils/zones"

export type SchoolZone = { zone: string /** such as "New York (EST)" */; zoneName: string }

/** Names the time zone of a page's times to a person whose own clock differs; without a script, to everyone. */
export function ZoneNote({ zone, zoneName }: SchoolZone) {
  const [here, setHere] = useState<string>()
  // Each page it is drawn on asks the clock again.
  useEffect(() => {
    const at = Date.now()
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    const isSame = localTime(at, own) === localTime(at, zone) && localDate(at, own) === localDate(at, zone)
    setHere(isSame ? undefined : formatTime(localTime(at, own)))
  })
  const text = `Times are in the school’s time zone, ${zoneName}.`
  if (here === undefined)
    return (
      <noscript>
        <p className="dim small">{text}</p>
      </noscript>
    )
  return (
    <p className="dim small" data-zone-note="">
      {text} It’s {here} where you are.
    </p>
  )
}
