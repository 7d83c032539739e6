import { transact } from "db/client.server"
import { repertoire } from "db/schema/learning"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, query, remove, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Learner } from "../learner/learner"
import { type Piece, type PieceState, pieceStates } from "./piece"

/** The most pieces one student may have. */
export const mostPieces = 300

const liveliest: PieceState[] = ["learning", "ready", "planned", "performed", "set_aside"]

/** The student's pieces: what is being learned first, then by how lately they came into their state. */
export function listPieces(actor: Actor, learner: Learner): Piece[] {
  return pieces
    .all(actor, { studentId: learner.id })
    .sort((a, b) => liveliest.indexOf(a.state) - liveliest.indexOf(b.state))
}

const pieces = query((p: Params<{ studentId: string }>, own) =>
  select(columns(repertoire, "id", "title", "composer", "state", "since"))
    .from(repertoire)
    .where(and(own(repertoire), eq(repertoire.studentId, p.studentId)))
    .orderBy(desc(repertoire.since), asc(sql`${repertoire.title} collate nocase`)),
)

/** Adds a piece as of today; refused when the student has it already. */
export function addPiece(
  actor: Actor,
  learner: Learner,
  piece: { title: string; composer: string | null; state: PieceState },
): Result<{ pieceId: string }, "exists" | "too-many"> {
  return transact(() => {
    const all = listPieces(actor, learner)
    const folded = (text: string | null) => text?.toLowerCase() ?? ""
    if (all.length >= mostPieces) return { ok: false, reason: "too-many" }
    if (
      all.some(
        ({ title, composer }) =>
          folded(title) === folded(piece.title) && folded(composer) === folded(piece.composer),
      )
    )
      return { ok: false, reason: "exists" }
    const since = todayOf(actor)
    const pieceId = add(actor, repertoire, { ...piece, studentId: learner.id, since })
    recordEvent(actor, "student.add-piece", learner.id, { after: piece })
    return { ok: true, pieceId }
  })
}

/** Puts pieces into other states, as of today. Answers how many changed; ids that are not the student's are passed over. */
export function changePieces(
  actor: Actor,
  learner: Learner,
  states: Readonly<Record<string, PieceState>>,
): number {
  return transact(() => {
    const since = todayOf(actor)
    const changed = listPieces(actor, learner).flatMap((piece) => {
      const state = states[piece.id]
      return state && pieceStates.includes(state) && state !== piece.state ? [{ ...piece, to: state }] : []
    })
    for (const { id, to } of changed)
      change(actor, repertoire, and(eq(repertoire.studentId, learner.id), eq(repertoire.id, id)), {
        state: to,
        since,
      })
    if (changed.length > 0)
      recordEvent(actor, "student.change-pieces", learner.id, {
        before: Object.fromEntries(changed.map(({ title, state }) => [title, state])),
        after: Object.fromEntries(changed.map(({ title, to }) => [title, to])),
      })
    return changed.length
  })
}

/** Takes a piece off the list that was put there by mistake. */
export function removePiece(
  actor: Actor,
  learner: Learner,
  pieceId: string,
): Result<{ title: string }, "missing"> {
  return transact(() => {
    const piece = listPieces(actor, learner).find(({ id }) => id === pieceId)
    if (!piece) return { ok: false, reason: "missing" }
    deleteToBin(actor, { noun: "piece", recordId: pieceId, name: `${piece.title}, ${learner.name}` }, () => {
      remove(actor, repertoire, pieceId)
    })
    recordEvent(actor, "student.remove-piece", learner.id, {
      before: { title: piece.title, composer: piece.composer, state: piece.state, since: piece.since },
    })
    return { ok: true, title: piece.title }
  })
}
