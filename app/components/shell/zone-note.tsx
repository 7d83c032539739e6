import { useEffect, useState } from "react"
import { formatTime } from "~/utils/clock-times"
import { localDate, localTime } from "~/utils/zones"

export type SchoolZone = { zone: string /** such as "New York (EST)" */; words: string }

/** Whose clock the times of a page follow, for somebody whose own clock shows another; without a script, for everybody. */
export function ZoneNote({ zone, words }: SchoolZone) {
  const [here, setHere] = useState<string>()
  useEffect(() => {
    const at = Date.now()
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    const isSame = localTime(at, own) === localTime(at, zone) && localDate(at, own) === localDate(at, zone)
    setHere(isSame ? undefined : formatTime(localTime(at, own)))
  }, [zone])
  const said = `Times are the school’s: ${words}.`
  if (here === undefined)
    return (
      <noscript>
        <p className="dim small">{said}</p>
      </noscript>
    )
  return (
    <p className="dim small" data-zone-note="">
      {said} Where you are it is {here}.
    </p>
  )
}
