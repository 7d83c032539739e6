import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { type Piece, pieceLabel, pieceStateLabels } from "~/models/learning/repertoire/piece"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type WorkingOnProps = { studentId: string; name: string; pieces: Piece[]; practiceMinutes: number }

/** What a student plays at the moment, and how long they practiced in the last seven days. */
export function WorkingOn({ studentId, name, pieces, practiceMinutes }: WorkingOnProps) {
  return (
    <section className="section" aria-labelledby="working-on">
      <header>
        <h2 id="working-on">Working on</h2>
        <Link to={paths.studentSkills(studentId, { view: "pieces" })}>Pieces and practice</Link>
      </header>
      <ul className="rows">
        {pieces.length === 0 ? <li className="dim">No pieces yet. Add what {name} is working on.</li> : null}
        {pieces.map((piece) => {
          const { head, tone, word } = pieceStateLabels[piece.state]
          return (
            <li key={piece.id}>
              <span>{pieceLabel(piece)}</span>
              <Status head={head} tone={tone}>
                {word}
              </Status>
            </li>
          )
        })}
        <li>
          <span>Practice in the last 7 days</span>{" "}
          <span>{practiceMinutes === 0 ? "None logged" : countOf(practiceMinutes, "minute")}</span>
        </li>
      </ul>
    </section>
  )
}
