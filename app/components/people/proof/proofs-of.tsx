import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import type { ProofAudience } from "~/models/people/proof/proof"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { CoverList, type ShownCover } from "./proof-list"

const pageOf = (noun: ProofAudience, id: string) =>
  noun === "teacher" ? paths.teacherProofs(id) : paths.studentProofs(id)

/** What is required of someone, on their own page. Nothing where the school requires nothing. */
export function ProofsOf({ noun, id, covers }: { noun: ProofAudience; id: string; covers: ShownCover[] }) {
  if (covers.length === 0) return null
  return (
    <section className="section" aria-labelledby="documents">
      <header>
        <h2 id="documents">Documents</h2>
        <Link to={pageOf(noun, id)}>Add or change documents</Link>
      </header>
      <CoverList covers={covers} />
    </section>
  )
}

type Uncovered = { noun: ProofAudience; id: string; name: string; kinds: string[] }[]

/** So many people are named. */
const most = 5

/** Who of a class or a lesson has no valid document of some kind. Nothing is kept from taking place by it. */
export function UncoveredNotice({ uncovered }: { uncovered: Uncovered }) {
  if (uncovered.length === 0) return null
  return (
    <Callout tone="amber">
      {uncovered.slice(0, most).map(({ noun, id, name, kinds }) => (
        <p key={id}>
          <Link to={pageOf(noun, id)}>{name}</Link> has no valid {joinNames(kinds)}.
        </p>
      ))}
      {uncovered.length > most ? (
        <p>
          <Link to={paths.lackingProofs()}>{uncovered.length - most} more</Link> have none.
        </p>
      ) : null}
    </Callout>
  )
}
