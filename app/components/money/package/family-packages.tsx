import { Link } from "~/components/ui/link"
import type { BoughtPackage } from "~/models/money/package/package"
import { paths } from "~/utils/paths"
import { PackageList } from "./package-list"

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
