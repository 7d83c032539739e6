import { Link } from "~/components/ui/link"
import type { BoughtPackage } from "~/models/money/package/package"
import { paths } from "~/utils/paths"
import { PackageList, PackageWarning } from "./package-list"

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
