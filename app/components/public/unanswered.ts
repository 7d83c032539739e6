/** On a public form without texts of its own: what it says when no answer of ours comes back. The page and its fields stay. */
export const unansweredForm = {
  "data-failed": "We couldn’t reach Tutti.",
  "data-failed-text": "Nothing you entered is lost. Check your connection, then try again.",
}
