import { z } from "zod"
import { tooShort } from "~/utils/short-reason"

// Why a clash is accepted. The forms of classes and of sessions both ask for it.

export const overrideReason = z.string().trim().max(200, "Keep the reason under 200 characters.").optional()

/** Accepting a clash needs a reason. */
export const isReasoned = (form: { intent?: string; overrideReason?: string }) =>
  form.intent !== "override" || (form.overrideReason ?? "").length >= 3

const Typed = z.object({ overrideReason: z.string().trim().min(1) })

export const needsReason = {
  path: ["overrideReason"],
  error: ({ input }: { input?: unknown }) => (Typed.safeParse(input).success ? tooShort : "Enter a reason."),
}
