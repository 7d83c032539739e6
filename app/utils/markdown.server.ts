import { Marked } from "marked"

const marked = new Marked({ gfm: true })

/** HTML of Markdown that we wrote ourselves; never for text that people type in. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false })
