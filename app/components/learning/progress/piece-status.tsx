import { Status } from "~/components/ui/status"
import { type PieceState, pieceStateLabels } from "~/models/learning/repertoire/piece"

/** Where a piece stands: a note head and its word. */
export function PieceStatus({ state }: { state: PieceState }) {
  const { word, head, tone } = pieceStateLabels[state]
  return (
    <Status head={head} tone={tone}>
      {word}
    </Status>
  )
}
