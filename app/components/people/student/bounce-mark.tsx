import { Link } from "~/components/ui/button"
import { type BounceKind, bounceTexts } from "~/models/foundation/outbox/bounce"
import { paths } from "~/utils/paths"

/** Beside an address that we don't email, with the way to what can be done about it. */
export const BounceMark = ({ kind }: { kind: BounceKind | null | undefined }) =>
  kind ? (
    <Link className="kin-line bad" to={paths.returnedEmails()}>
      {bounceTexts[kind]}
    </Link>
  ) : null
