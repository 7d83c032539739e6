import { setImmediate } from "node:timers/promises"

type Piece = () => Promise<void>

/**
 * Does one piece of work after another, and owners take turns: whoever asks for much makes another wait for one piece, not
 * for all of it. Pieces see to their own errors.
 */
export function takeTurns() {
  const waiting = new Map<string, Piece[]>()
  let isBusy = false

  /** Does the next piece of the owner who has waited longest for a turn. */
  async function doNext() {
    const [next] = waiting
    if (!next) return
    const [owner, pieces] = next
    await pieces.shift()?.()
    waiting.delete(owner)
    if (pieces.length > 0) waiting.set(owner, pieces)
  }

  async function work() {
    isBusy = true
    while (waiting.size > 0) {
      await doNext()
      // What was asked for meanwhile is heard before the next turn.
      await setImmediate()
    }
    isBusy = false
  }

  return (owner: string, piece: Piece) => {
    const pieces = waiting.get(owner) ?? []
    pieces.push(piece)
    waiting.set(owner, pieces)
    if (!isBusy) void work()
  }
}

/** Whose turn work is: that of the school it is done for, and one turn for all work that says none. */
export const ownerOf = (input: unknown): string =>
  typeof input === "object" && input !== null && "schoolId" in input ? String(input.schoolId) : ""
