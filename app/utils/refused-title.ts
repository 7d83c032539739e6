/** The title of a page whose form was refused says so first: it is the first thing a screen reader reads. */
const mark = "Error: "

export const isMarked = (title: string): boolean => title.startsWith(mark)

/** A title that is marked when the form was refused, and only then. */
export const markTitle = (title: string, isRefused: boolean): string =>
  (isRefused ? mark : "") + (isMarked(title) ? title.slice(mark.length) : title)

/** The title of the open page without that mark and without our name. In the browser. */
export const openTitle = (): string => markTitle(document.title, false).replace(/ · Tutti$/, "")
