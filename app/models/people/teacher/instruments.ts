// What a teacher teaches: names chosen from the school's list and kept as one text. Safe in the browser.

/**
 * The names in a text, as the school writes them where it offers them. Also reads what was typed once: "Piano and voice",
 * "Piano/organ". An offered name may have such a sign in it: "Drums and percussion".
 */
export function instrumentsIn(text: string | null, offered: readonly string[] = []): string[] {
  const known = new Map(offered.map((name) => [name.toLowerCase(), name]))
  let rest = `, ${text ?? ""}, `
  const names: string[] = []
  for (const name of offered.filter((each) => each.includes(","))) {
    const at = rest.toLowerCase().indexOf(`, ${name.toLowerCase()}, `)
    if (at < 0) continue
    names.push(name)
    rest = `${rest.slice(0, at)}, ${rest.slice(at + name.length + 2)}`
  }
  for (const piece of rest.split(/[,;]/).map((each) => each.trim()))
    names.push(...(known.has(piece.toLowerCase()) ? [piece] : piece.split(/\/|\band\b/)))
  const found = names.map((name) => name.trim()).filter(Boolean)
  return [...new Set(found.map((name) => known.get(name.toLowerCase()) ?? name))]
}

/** What a form offers: the school's names, and what this teacher has besides. */
export function offeredTo(
  text: string | null,
  offered: readonly string[],
): { names: string[]; chosen: string[] } {
  const chosen = instrumentsIn(text, offered)
  return { names: [...offered, ...chosen.filter((name) => !offered.includes(name))], chosen }
}

/** Whether a text of instruments names one: "Piano, voice" names piano. */
export const teachesIt = (text: string | null, instrument: string): boolean => {
  const wanted = instrument.trim().toLowerCase()
  return instrumentsIn(text, [instrument]).some((name) => name.toLowerCase() === wanted)
}
