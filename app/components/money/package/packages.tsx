import { PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { Status } from "~/components/ui/status"
import {
  type BoughtPackage,
  lessonsText,
  packageStateLabels,
  restLabels,
} from "~/models/money/package/package"
import { formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type PackageListProps = {
  packages: readonly BoughtPackage[]
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
function untilText({ expiresOn, endedOn, leftUnits, restRule }: BoughtPackage): string {
  const rule = restLabels[restRule].toLowerCase()
  if (endedOn === null) return expiresOn ? `, until ${formatDate(expiresOn, "medium")}, then ${rule}` : ""
  const ended = `, ended ${formatDate(endedOn, "medium")}`
  return endedOn === expiresOn && leftUnits > 0 ? `${ended}: ${rule}` : ended
}

/** A package that is nearly used up, where no other one of the same holder has lessons left. */
export function PackageWarning({ packages }: { packages: Pick<BoughtPackage, "leftUnits" | "state">[] }) {
  const open = packages.filter(({ state }) => state !== "ended")
  const leftUnits = open.reduce((sum, each) => sum + each.leftUnits, 0)
  if (open.length === 0 || leftUnits > 200) return null
  return (
    <CalloutText tone="amber">
      {leftUnits === 0
        ? "No lessons left in the package."
        : `Only ${lessonsText(leftUnits)} left in the package.`}
    </CalloutText>
  )
}

/** What the family has bought ahead, with the way to sell it another one. */
export function FamilyPackages({ packages, familyId }: { packages: BoughtPackage[]; familyId: string }) {
  return (
    <>
      <h2>Packages</h2>
      {packages.length === 0 ? <p className="dim">No packages.</p> : null}
      {packages.length > 0 ? <PackageList packages={packages} addressOf={paths.package} /> : null}
      <p className="no-print">
        <Link to={paths.sellPackage({ family: familyId })}>Sell a package</Link>
      </p>
    </>
  )
}

type StudentPackagesProps = {
  packages: BoughtPackage[]
  /** for the office, which can open and sell them */
  sellTo?: { id: string; familyId: string }
  /** for a family that can buy another one by itself */
  canBuy?: boolean
}

/** What a student has left of packages; nothing for those who have none. */
export function StudentPackages({ packages, sellTo, canBuy }: StudentPackagesProps) {
  if (packages.length === 0) return null
  return (
    <section className="section" aria-labelledby="packages">
      <header>
        <h2 id="packages">Packages</h2>
        {sellTo ? (
          <Link to={paths.sellPackage({ family: sellTo.familyId, student: sellTo.id })}>Sell a package</Link>
        ) : canBuy ? (
          <Link to={paths.studentPackages()}>Buy a package</Link>
        ) : null}
      </header>
      <PackageWarning packages={packages} />
      <PackageList packages={packages} addressOf={sellTo ? paths.package : undefined} />
    </section>
  )
}

type RenewButtonProps = {
  bought: { id: string; name: string; studentName: string | null; familyName: string }
  /** sells it once, however often the form is sent */
  formKey: string
}

/** Sells the same package again. */
export function RenewButton({ bought, formKey }: RenewButtonProps) {
  return (
    <PostForm action={paths.package(bought.id)} sends={{ formKey }}>
      <Button intent="renew">
        Renew
        <span className="visually-hidden">
          {" "}
          {bought.name} for {bought.studentName ?? bought.familyName}
        </span>
      </Button>
    </PostForm>
  )
}
