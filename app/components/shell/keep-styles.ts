/**
 * Copies the loaded style sheets to the document itself, where they stay when React replaces its `<html>` and with it
 * every `<link>`. Called while the page still stands. On the server there is nothing to keep.
 */
export function keepStyles(): void {
  if (import.meta.env.SSR) return
  document.adoptedStyleSheets = Array.from(document.styleSheets, (sheet) => {
    const copy = new CSSStyleSheet()
    copy.replaceSync(Array.from(sheet.cssRules, ({ cssText }) => cssText).join("\n"))
    return copy
  })
}
