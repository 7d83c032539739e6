import { joinNames } from "~/utils/names"

/** The right that someone of a school lacks, null for what no right gives; and who runs the school. */
export type Lack = { lacks: string | null; ask: readonly string[] }

/** What they read instead of the page, or of what they sent. */
export function lackText({ lacks, ask }: Lack): string {
  const names = joinNames(ask)
  const whom = names ? `Ask ${names}` : "Ask your school’s administrator"
  return lacks === null
    ? `Only your school’s administrator can do this. ${whom}.`
    : `This needs the right “${lacks}.” ${whom} to give it to you.`
}

export const isLack = (said: unknown): said is Lack =>
  typeof said === "object" && said !== null && "lacks" in said && "ask" in said && Array.isArray(said.ask)
