import { largestFile } from "~/models/accounts/school-file/school-file"
import {
  type CoverState,
  longestKind,
  longestNote,
  mostKinds,
  type ProofAudience,
} from "~/models/people/proof/proof"
import { type FileRefusal, uploadRefusals } from "~/texts/accounts/refusals"
import { mostText } from "~/utils/bytes"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

// What people read of the documents that a school requires.

export const audienceLabels: Record<ProofAudience, string> = {
  teacher: "Each teacher",
  student: "Each student",
}

type ShownCover = { state: CoverState; validUntil: string | null; isWaiting?: boolean }

/** "Expires Dec 12, 2026", "Missing", "Being checked" where another one was handed in. */
export function coverText({ state, validUntil, isWaiting = false }: ShownCover): string {
  if (isWaiting && (state === "missing" || state === "expired")) return "Being checked"
  if (state === "missing") return "Missing"
  if (validUntil === null) return "Valid, no expiry date"
  return `${{ expired: "Expired", expiring: "Expires", valid: "Valid until" }[state]} ${formatDate(validUntil, "medium")}`
}

export const monthsText = (months: number | null): string =>
  months === null ? "No expiry date" : countOf(months, "month")

export const kindMessages = {
  name: "Enter a name.",
  long: `Keep the name under ${longestKind} characters.`,
  audience: "Choose who needs it.",
  months: "Enter whole months from 1 to 120, or leave this blank.",
  days: "Enter whole days from 0 to 365.",
  tooManyDays: "Enter fewer days than the document is valid.",
}

/** Why a kind isn’t saved. */
export const proofKindRefusals = {
  "no-office": "As a solo teacher, require documents of your students.",
  "name-taken": "You already require a document with this name. Choose another name.",
  "too-many": `You have ${mostKinds} required documents. Archive one first.`,
} as const

export const proofMessages = {
  kind: "Choose a document.",
  whose: "Choose a student.",
  waiting: "The school checks one of these already. Withdraw that first.",
  note: `Keep the note under ${longestNote} characters.`,
  answer: "Enter a reason. Its person reads it.",
  pastDay: "Enter a last day from today on.",
}

/** Why a file isn’t taken. */
export const proofFileRefusals: Record<FileRefusal, string> = {
  missing: "This file is empty.",
  "too-large": `Choose a file under ${mostText(largestFile)}.`,
  "wrong-type": "Choose a photo or PDF.",
  ...uploadRefusals,
  "storage-full": "Your school has used all the storage of its plan. Save it without the file.",
}

export const dayNeeded = "Enter the last day on which it’s valid."
export const answeredProof = "Someone answered this document already."

/** What the dashboard says of documents to check, and of those that are missing or expired. */
export const proofsToSee = ({ waiting, lacking }: { waiting: number; lacking: number }) => [
  ...(waiting > 0
    ? [
        {
          to: paths.lackingProofs({ show: "waiting" }),
          label: `${countOf(waiting, "document")} to check`,
          about: "handed in by teachers or families",
          act: "Check documents",
        },
      ]
    : []),
  ...(lacking > 0
    ? [
        {
          to: paths.lackingProofs(),
          label: `${countOf(lacking, "required document")} to ask for`,
          about: "missing or expired",
          act: "Ask for documents",
        },
      ]
    : []),
]
