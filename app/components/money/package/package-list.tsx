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
      {packages.map(({ id, name, studentName, lessons, leftUnits, expiresOn, restRule, state }) => (
        <li key={id}>
          <span>
            {addressOf ? <Link to={addressOf(id)}>{name}</Link> : <b>{name}</b>}
            {studentName ? <span className="dim"> {studentName}</span> : null}
            <br />
            <span className="small">
              {lessonsText(leftUnits)} left of {formatNumber(lessons)}
              {expiresOn
                ? `, until ${formatDate(expiresOn, "medium")}, then ${restLabels[restRule].toLowerCase()}`
                : null}
            </span>
          </span>
          <Status head={packageStateLabels[state].head} tone={packageStateLabels[state].tone}>
            {packageStateLabels[state].word}
          </Status>
        </li>
      ))}
    </ul>
  )
}

/** A package that is nearly used up, where no other one of the same holder has lessons left. */
export function PackageWarning({ packages }: { packages: Pick<Bought, "leftUnits">[] }) {
  const leftUnits = packages.reduce((sum, each) => sum + each.leftUnits, 0)
  if (packages.length === 0 || leftUnits > 200) return null
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
