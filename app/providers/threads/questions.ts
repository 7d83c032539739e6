import { ownerOf, takeTurns } from "./turns"

// What a thread is asked, each school's in turn. A question that no one waits for any more isn't answered, unless it is being
// answered already.

export type Question = { id: number; name: string; input: unknown; at: number }
/** What a thread hears: a question, or that whoever asked one has left. */
export type Heard = Question | { id: number; hasLeft: true }

/** `answer` sees to its own errors; `drop` says that a question won't be answered. */
export function hearQuestions({
  answer,
  drop,
}: {
  answer: (question: Question) => Promise<void>
  drop: (id: number) => void
}): (heard: Heard) => void {
  const inTurn = takeTurns()
  const waiting = new Set<number>()
  return (heard) => {
    const { id } = heard
    if ("hasLeft" in heard) {
      if (waiting.delete(id)) drop(id)
      return
    }
    waiting.add(id)
    inTurn(ownerOf(heard.input), async () => {
      if (waiting.delete(id)) await answer(heard)
    })
  }
}
