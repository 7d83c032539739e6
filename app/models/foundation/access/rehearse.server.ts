import { transact } from "db/client.server"

class Rehearsed extends Error {
  constructor(readonly outcome: unknown) {
    super("rehearsed")
  }
}

/** Runs the commands of one act together: all of them, or none. */
export const asOneAct = <Outcome>(commands: () => Outcome): Outcome => transact(commands)

/** What a command would answer now: it runs, and everything it wrote is taken back. For previews. */
export function rehearse<Outcome>(command: () => Outcome): Outcome {
  return takingBack(command, () => true)
}

/** Runs a command whose refusal may come when something is written already: a refusal leaves nothing behind. */
export function allOrNothing<Outcome extends { ok: boolean }>(command: () => Outcome): Outcome {
  return takingBack(command, ({ ok }) => !ok)
}

function takingBack<Outcome>(command: () => Outcome, isTakenBack: (outcome: Outcome) => boolean): Outcome {
  try {
    return transact(() => {
      const outcome = command()
      if (isTakenBack(outcome)) throw new Rehearsed(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as Outcome
    throw error
  }
}
