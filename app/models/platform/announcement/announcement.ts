// How an announcement is shown. Safe in the browser.

export const bannerDays = ["none", "1", "3", "7", "14"] as const

export const bannerLabels: Record<(typeof bannerDays)[number], string> = {
  none: "Email only",
  "1": "Email, and a banner for 1 day",
  "3": "Email, and a banner for 3 days",
  "7": "Email, and a banner for 7 days",
  "14": "Email, and a banner for 14 days",
}

export const longestSubject = 120

export const longestBody = 5000

/** What a banner has room for: the first paragraph, cut at a word. */
export function bannerText(body: string): string {
  const [first = ""] = body.split(/\n\s*\n/)
  const line = first.replace(/\s+/g, " ").trim()
  return line.length <= 240 ? line : `${line.slice(0, 240).replace(/\s+\S*$/, "")}…`
}
