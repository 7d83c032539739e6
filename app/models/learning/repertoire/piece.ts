import { pieceStates } from "db/schema/choices"

// A piece a student plays. Safe in the browser.

export { pieceStates }
export type PieceState = (typeof pieceStates)[number]

export const pieceStateLabels = {
  planned: { word: "Planned", head: "rest", tone: "dim" },
  learning: { word: "Learning", head: "half", tone: undefined },
  ready: { word: "Ready to play", head: "on", tone: undefined },
  performed: { word: "Performed", head: "on", tone: "ok" },
  set_aside: { word: "Set aside", head: "held", tone: "dim" },
} as const satisfies Record<PieceState, { word: string; head: string; tone: string | undefined }>

export type Piece = {
  id: string
  title: string
  composer: string | null
  state: PieceState
  /** The day it came into this state, `YYYY-MM-DD`. */
  since: string
}

/** "Sunrise Waltz by Ana Ruiz". */
export const pieceLabel = ({ title, composer }: Pick<Piece, "title" | "composer">): string =>
  composer ? `${title} by ${composer}` : title
