import { z } from "zod"
import { act, type Intent } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { uploadStatus } from "~/models/accounts/quota/quota"
import { logoGround } from "~/models/accounts/school/logo"
import { changeAccent, removeLogo, storeLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { colorRefusals, logoRefusals } from "~/texts/accounts/refusals"
import { contrastOf, readableContrast, readableOn } from "~/utils/contrast"

/** A color is dark enough for the light words of a button. */
const LogoForm = z.object({
  color: z
    .string({ error: colorRefusals.missing })
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, colorRefusals.unknown)
    .refine((color) => contrastOf(color, logoGround) >= readableContrast, {
      error: ({ input }) => colorRefusals.light(readableOn(logoGround, String(input))),
    }),
})

/** The school's logo and color. Without a new picture the one there stays. */
export const logoIntents = (actor: Actor) => ({
  logo: (async (form, to) => {
    const brought = form.get("file")
    form.delete("file")
    const submission = readForm(form, { schema: LogoForm })
    if (submission.status !== "success") return invalid(submission)
    if (brought instanceof File && brought.size > 0) {
      const stored = await storeLogo(actor, new Uint8Array(await brought.arrayBuffer()))
      if (!stored.ok)
        return invalid(submission, { file: logoRefusals[stored.reason] }, uploadStatus(stored.reason))
    }
    changeAccent(actor, submission.value.color)
    return redirectWithToast(to, "Logo and color saved.")
  }) satisfies Intent,
  "remove-logo": act({ run: () => removeLogo(actor), saved: "Logo removed." }),
})
