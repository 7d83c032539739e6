// What a page says without its styles, and to who hears it: words that only a margin keeps apart are one word there.

const silent = /<(script|style|svg|template|head)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const inline =
  "a|abbr|b|cite|code|data|del|dfn|em|i|ins|kbd|label|mark|q|s|small|span|strong|sub|sup|time|u|var"
const joined = new RegExp(
  `([\\p{L}\\p{N}]+[)%’”]?)((?:</?(?:${inline})\\b[^>]*>)+)([(“$€£+]?[\\p{L}\\p{N}]+)`,
  "gu",
)

/** Two words with nothing but tags of running text between them, and these tags with their classes. A button stands alone. */
export const joinedWords = (html: string): string[] =>
  [...html.replace(silent, "").matchAll(joined)].map(
    ([, before = "", tags = "", after = ""]) =>
      `${before}|${after} ${tags.replace(/ (?!class=)[\w-]+="[^"]*"/g, "")}`,
  )
