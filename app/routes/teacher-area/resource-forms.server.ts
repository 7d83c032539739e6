import { z } from "zod"
import { mostTags, readTarget } from "~/models/learning/resource/resource"
import { shareRefusals } from "~/texts/learning/refusals"
import { block, line, neededLine } from "~/utils/form-text"

/** "Scales, Grade 2, scales" as "scales" and "grade 2". */
const tags = line(300, "Keep the tags under 300 characters in total.")
  .transform((text) => [
    ...new Set(
      text
        .toLowerCase()
        .split(",")
        .map((tag) => tag.trim().replace(/\s+/g, " "))
        .filter(Boolean),
    ),
  ])
  .refine((tags) => tags.length <= mostTags, `Add at most ${mostTags} tags.`)
  .refine((tags) => tags.every((word) => word.length <= 40), "Keep each tag under 40 characters.")

const facts = {
  title: neededLine("Enter a title.", 160, "Keep the title under 160 characters."),
  description: block(2000, "Keep the description under 2,000 characters.").optional(),
  tags: tags.optional().transform((tags) => tags ?? []),
}

/** The description of a resource; the file or link itself stays. */
export const ResourceForm = z.object(facts)
export type ResourceForm = z.output<typeof ResourceForm>

/** `https://someone:secret@example.com` shows a name that is not the site's, and hands out a password. */
const hasNoUser = (url: string): boolean => {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return username === "" && password === ""
}

/** A new resource: a link, or a file that comes beside the form. */
export const NewResourceForm = z.object({
  ...facts,
  url: z
    .string()
    .trim()
    .max(2000, "Keep the link under 2,000 characters.")
    .pipe(
      z.url({
        protocol: /^https?$/,
        hostname: z.regexes.domain,
        error: "Enter a full web address, for example https://example.com/song.",
      }),
    )
    .refine(hasNoUser, "Remove the username and password before the @, for example https://example.com/song.")
    .optional(),
})
export type NewResourceForm = z.output<typeof NewResourceForm>

export const ShareForm = z.object({
  target: z
    .string({ error: shareRefusals["target-unknown"] })
    .max(140)
    .transform((text, context) => {
      const target = readTarget(text)
      if (target) return target
      context.addIssue({ code: "custom", message: shareRefusals["target-unknown"] })
      return z.NEVER
    }),
})
export type ShareForm = z.output<typeof ShareForm>
