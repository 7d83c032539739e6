// What everyone reads above every page while the platform can't save, or before it can't. Safe in the browser.

/** As the pages show it; the time is written for the reader. */
export type ShownNotice = { id: string; title: string; text: string; tone: "amber" | "ink" }

export type NoticeFacts = {
  kind: "read-only" | "maintenance"
  text: string
  startsAt: number
  endsAt: number | null
}

/** The sentence with its times. `write` writes an instant for the reader. */
export function noticeText(
  { kind, text, startsAt, endsAt }: NoticeFacts,
  nowMs: number,
  write: (ms: number) => string,
): Pick<ShownNotice, "title" | "text" | "tone"> {
  const until = endsAt !== null && endsAt > nowMs ? ` until ${write(endsAt)}` : ""
  if (kind === "read-only")
    return {
      title: "Tutti is read-only right now.",
      text: text || `You can look everything up, but nothing can be saved${until}.`,
      tone: "amber",
    }
  const isNow = startsAt <= nowMs
  return {
    title: isNow ? `Maintenance is under way${until}.` : `Maintenance starts ${write(startsAt)}${until}.`,
    text: text || "Tutti may be unavailable for some minutes.",
    tone: isNow ? "amber" : "ink",
  }
}
