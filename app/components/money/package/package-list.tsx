import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import {
  lessonsText,
  type PackageRest,
  type PackageState,
  packageStateLabels,
  restLabels,
} from "~/models/money/package/package"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"

type Bought = {
  id: string
  name: string
  studentName: string | null
  lessons: number
  leftUnits: number
  expiresOn: string | null
  endedOn: string | null
  restRule: PackageRest
  state: PackageState
}

type PackageListProps = {
  packages: Bought[]
  /** the page of a package, for those who may open it */
  addressOf?: (id: string) => string
}

/** What is left of each package, until when, and what happens to the rest: the same for the office, the teacher and the family. */
export function PackageList({ packages, addressOf }: PackageListProps) {
  return (
    <ul className="rows">
      {packages.map((bought) => (
        <li key={bought.id}>
          <span>
            {addressOf ? <Link to={addressOf(bought.id)}>{bought.name}</Link> : <b>{bought.name}</b>}{" "}
            <span className="dim"> {bought.studentName ?? "Whole family"}</span>
            <br />
            <span className="small">
              {lessonsText(bought.leftUnits)} left of {formatNumber(bought.lessons)}
              {untilText(bought)}
            </span>
          </span>
          <Status head={packageStateLabels[bought.state].head} tone={packageStateLabels[bought.state].tone}>
            {packageStateLabels[bought.state].word}
          </Status>
        </li>
      ))}
    </ul>
  )
}

/** ", until Dec 18, 2026, then unused lessons are lost"; one that was ended by hand has its reason on its page. */
function untilText({ expiresOn, endedOn, leftUnits, restRule }: Bought): string {
  const rule = restLabels[restRule].toLowerCase()
  if (endedOn === null) return expiresOn ? `, until ${formatDate(expiresOn, "medium")}, then ${rule}` : ""
  const ended = `, ended ${formatDate(endedOn, "medium")}`
  return endedOn === expiresOn && leftUnits > 0 ? `${ended}: ${rule}` : ended
}

/** A package that is nearly used up, where no other one of the same holder has lessons left. */
export function PackageWarning({ packages }: { packages: Pick<Bought, "leftUnits" | "state">[] }) {
  const open = packages.filter(({ state }) => state !== "ended")
  const leftUnits = open.reduce((sum, each) => sum + each.leftUnits, 0)
  if (open.length === 0 || leftUnits > 200) return null
  return (
    <Callout tone="amber">
      <p>
        {leftUnits === 0
          ? "No lessons left in the package."
          : `Only ${lessonsText(leftUnits)} left in the package.`}
      </p>
    </Callout>
  )
}
