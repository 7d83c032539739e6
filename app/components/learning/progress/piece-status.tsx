import { Status } from "~/components/ui/status"
import { type PieceState, pieceStateLabels } from "~/models/learning/repertoire/piece"

/** A piece's state: a note head and its label. */
export function PieceStatus({ state }: { state: PieceState }) {
  return <Status {...pieceStateLabels[state]} />
}
