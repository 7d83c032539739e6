import { z } from "zod"
import { block, day, neededLine } from "~/utils/form-text"

/** A consent that was signed on paper: `what` names the document and whom it is about. */
export const PaperConsentForm = z.object({
  what: z.string({ error: "Choose a consent." }).max(140, "Choose a consent."),
  answer: z.enum(["yes", "no"], "Choose an answer."),
  name: neededLine("Enter who signed.", 120, "Keep the name under 120 characters."),
  signedOn: day("Enter the day on which it was signed."),
})

/** A guardian's agreement to texts to a child's own phone, which they told the office. */
export const ChildTextsForm = z.object({
  phone: neededLine("Enter the child’s mobile number.", 40, "Keep the phone number under 40 characters."),
  agreedName: neededLine("Enter who agreed.", 120, "Keep the name under 120 characters."),
  agreedOn: day("Enter the day on which they agreed."),
  words: block(1000, "Keep the words under 1,000 characters.").refine(
    (words) => words !== "",
    "Enter what they agreed to.",
  ),
})
