/** A picture of a real screen: one of the light scheme and one of the dark, taken from a running demo (`npm run pictures`). */
type Picture = {
  who: "admin" | "guardian"
  at: string
  /** The width of the window. */
  screen: number
  /** Pixels of the picture for one of the page. */
  density: number
  /** The picture begins at the upper left corner of this part of the page. */
  from: string
  width: number
  height: number
}

const office = { who: "admin", screen: 1100, density: 1.25, from: "h1", width: 830 } as const
const phone = { screen: 360, density: 1.5, from: "body", width: 360, height: 640 } as const

/** What is shown in help articles, on the landing page and in README.md, in CSS pixels. */
export const pictures = {
  attendance: { ...phone, who: "admin", at: "/attendance", height: 760 },
  credits: { ...office, at: "/dashboard", height: 482 },
  "family-home": { ...phone, who: "guardian", at: "/student/dashboard" },
  import: { ...office, at: "/students/import", from: "#what", height: 489 },
  invoice: { ...office, at: "/billing", from: "main a", height: 590 },
  messages: { ...office, at: "/messaging", height: 540 },
  policies: { ...office, at: "/settings/policies", from: "#absences", width: 615, height: 420 },
  ready: { ...office, at: "/billing/unbilled", from: "main nav >> nth=1", height: 530 },
  "to-do": { ...office, at: "/dashboard", height: 524 },
  week: { ...office, at: "/schedule", screen: 1280, density: 1, from: "main nav", width: 988, height: 536 },
} satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures
