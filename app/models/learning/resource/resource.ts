// A file or a link of the school's teaching library. Safe in the browser.

export const mostTags = 8

export const resourcePageSize = 30

export type ResourceRow = {
  id: string
  kind: "file" | "link"
  title: string
  url: string | null
  fileName: string | null
  /** Bytes of the file; null for a link, and when the file is gone with the person who brought it. */
  byteSize: number | null
  tags: string[]
  addedBy: string | null
  isOwn: boolean
  /** With how many it is shared: students, classes and instruments. */
  shares: number
  /** How many people have opened it. */
  openedBy: number
}

export type ShareTarget = { kind: "student" | "class" | "instrument"; key: string }

export type Share = {
  id: string
  target: ShareTarget["kind"]
  name: string
  /** The last day of a class that ends: the one that continues it has its name. */
  until: string | null
  isOwn: boolean
}

/** How those to share with are grouped. */
export const targetGroups: Record<ShareTarget["kind"], string> = {
  class: "Classes",
  instrument: "All students of an instrument",
  student: "Students",
}

/** What is sent for a target: "class 0190…", "instrument Piano". */
export const targetValue = ({ kind, key }: ShareTarget): string => `${kind} ${key}`

export function readTarget(text: string): ShareTarget | undefined {
  const [, kind, key] = /^(student|class|instrument) (.{1,120})$/.exec(text) ?? []
  return kind && key ? { kind: kind as ShareTarget["kind"], key } : undefined
}

/** "PDF, 240 KB" of a file, the host of a link: what someone is about to open. */
export function resourceText({
  kind,
  url,
  fileName,
  byteSize,
}: Pick<ResourceRow, "kind" | "url" | "fileName" | "byteSize">): string {
  if (kind === "link") return url && URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : "link"
  if (byteSize === null) return "file deleted"
  const ending = /\.([^.]+)$/.exec(fileName ?? "")?.[1]?.toUpperCase()
  return [ending, sizeText(byteSize)].filter(Boolean).join(", ")
}

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
