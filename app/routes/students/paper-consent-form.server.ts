import { z } from "zod"
import { day, neededLine } from "~/utils/form-text"

/** A consent that was signed on paper: `what` names the document and whom it is about. */
export const PaperConsentForm = z.object({
  what: z.string({ error: "Choose a consent." }).max(140, "Choose a consent."),
  answer: z.enum(["yes", "no"], "Choose an answer."),
  name: neededLine("Enter who signed.", 120, "Keep the name under 120 characters."),
  signedOn: day("Enter the day on which it was signed."),
})
