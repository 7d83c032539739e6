/** How open a school is before it is deleted, and the last day of its plan: empty for one that works as usual until then. */
export type AccessBefore = { closed?: "held" | "paused"; worksUntil?: string }

/** How its office keeps the school after all. */
export function keptBy({ closed, worksUntil }: AccessBefore): string {
  if (closed === "held") return "To cancel the deletion, contact support."
  if (closed === "paused") return "To cancel the deletion, choose a plan first."
  return worksUntil
    ? `You can cancel the deletion until ${worksUntil}; after that you’d have to choose a plan first.`
    : "Until then you can cancel the deletion."
}

/** What works until the school is deleted. */
export function accessUntilDeleted({ closed, worksUntil }: AccessBefore): string {
  if (closed === "held") return "Tutti’s team has suspended the school, and it stays closed until then."
  const isClosed =
    "teachers and families read that the school is paused, and the office can only export its data."
  if (closed === "paused")
    return worksUntil
      ? `Your plan was paid until ${worksUntil}. Now ${isClosed}`
      : `No plan is paid, so ${isClosed}`
  return worksUntil
    ? `The school stays open until ${worksUntil}. From then on ${isClosed}`
    : "Until then the school works as usual."
}
