/** How a refusal begins where someone else has saved the draft invoice since its page was opened. */
export const draftChangedText = "Someone else changed this draft while you were editing."
