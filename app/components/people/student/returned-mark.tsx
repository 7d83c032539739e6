import { Link } from "~/components/ui/button"
import { type ReturnKind, returnTexts } from "~/models/foundation/outbox/returned-address"
import { paths } from "~/utils/paths"

/** Beside an address that we don't email, with the way to what can be done about it. */
export const ReturnedMark = ({ kind }: { kind: ReturnKind | null | undefined }) =>
  kind ? (
    <Link className="kin-line bad" to={paths.returnedEmails()}>
      {returnTexts[kind]}
    </Link>
  ) : null
