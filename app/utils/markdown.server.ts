import { Marked } from "marked"

const marked = new Marked({ gfm: true })

/** HTML of Markdown that we wrote ourselves; never for text that people type in. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false })

/** Markdown in which links to pages that the reader can't open are plain text. */
export const withoutLinks = (markdown: string, mayOpen: (path: string) => boolean): string =>
  markdown.replace(/\[([^\]\n]+)\]\((\/[^)\s?#]*)[^)\s]*\)/g, (link, label: string, path: string) =>
    mayOpen(path) ? link : label,
  )
