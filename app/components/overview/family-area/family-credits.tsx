import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { CreditRow } from "~/models/teaching/credit/credit"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type FamilyCredit = Pick<
  CreditRow,
  | "creditId"
  | "state"
  | "minutes"
  | "originClassName"
  | "originDate"
  | "expiresOn"
  | "usedOn"
  | "revokedReason"
> & {
  /** Why the school granted, extended or revoked it. */
  reason: string | null
}

type FamilyCreditsProps = { credits: FamilyCredit[]; childId: string; mayBook: boolean }

/** A student’s credits with what became of each; the school’s reason where it changed one by hand. */
export function FamilyCredits({ credits, childId, mayBook }: FamilyCreditsProps) {
  const hasOpen = credits.some(({ state }) => state === "open")
  return (
    <section className="section" aria-labelledby="credits">
      <header>
        <h2 id="credits">Credits</h2>
        {hasOpen && mayBook ? (
          <Link to={paths.studentMakeUp({ child: childId })}>Book a make-up lesson</Link>
        ) : null}
      </header>
      {credits.length === 0 ? (
        <EmptyState>No make-up credits yet. An absence reported in time can earn one.</EmptyState>
      ) : (
        <ul className="rows">
          {credits.map((credit) => (
            <li key={credit.creditId}>
              <span>
                {credit.originClassName},{" "}
                {credit.originDate ? formatDate(credit.originDate, "medium") : "granted by the school"}
                <br />
                <span className="dim">
                  {credit.minutes} min{credit.reason ? `. ${credit.reason}` : ""}
                </span>
              </span>
              <Fate credit={credit} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Fate({ credit: { state, expiresOn, usedOn } }: { credit: FamilyCredit }) {
  if (state === "open") return <Status head="open">Use by {formatDate(expiresOn, "medium")}</Status>
  if (state === "used")
    return (
      <Status head="on" tone="ok">
        Used{usedOn ? ` ${formatDate(usedOn, "short")}` : ""}
      </Status>
    )
  return (
    <Status head="rest" tone="dim">
      {state === "expired" ? `Expired ${formatDate(expiresOn, "medium")}` : "Revoked"}
    </Status>
  )
}
