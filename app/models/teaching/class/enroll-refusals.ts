import { type Refused, slotMessages } from "../session/slot-refusals"

type Refusal =
  | { reason: "no-class" | "ended" | "no-student" | "no-enrollment" | "before-start" | "over-already" }
  | { reason: "full"; capacity: number; name: string }
  | { reason: "already-enrolled"; name: string }
  | Parameters<typeof slotMessages>[0]

/** Why someone cannot join, leave or change a class, as messages by field (`form` for the whole). */
export function enrollMessages(refusal: Refusal): {
  messages: Record<string, string>
  refused: Refused | null
} {
  const only = (messages: Record<string, string>) => ({ messages, refused: null })
  switch (refusal.reason) {
    case "full":
      return only({
        form: `There are ${refusal.capacity} places, and on some of those days no place is left for ${refusal.name}. Raise the number of places, choose a later day or another class.`,
      })
    case "already-enrolled":
      return only({ form: `${refusal.name} is in this class on one of those days already.` })
    case "ended":
      return only({ startsOn: "It has ended by then. Choose an earlier day." })
    case "no-student":
      return only({ form: "Somebody you chose is not in the school any more. Look once more." })
    case "no-enrollment":
      return only({ form: "This student is not in the class any more." })
    case "before-start":
      return only({ lastDay: "That is before their first day.", from: "That is not after their first day." })
    case "over-already":
      return only({
        lastDay: "They leave before that day already.",
        from: "They leave before that day already.",
      })
    case "no-class":
      return only({ toClassId: "This class is gone. Choose another." })
    default:
      return slotMessages(refusal)
  }
}
