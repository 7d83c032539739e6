// What the assistant says of what Tutti doesn’t do yet.

export const notYetTexts = {
  timeClock:
    "Teachers can’t clock in and out yet. They are paid by the lessons that they take attendance for, and can enter extra work.",
  tickets:
    "Tutti doesn’t sell tickets yet. An event can have a fee for each student who takes part, which is charged when the family says yes.",
  calls:
    "Tutti doesn’t make calls or send letters by post yet. It sends emails and text messages; a phone number on a phone’s screen is a link that calls it.",
  ownDomain:
    "Your school’s pages can’t have a web address of your own domain yet. Your public page has an address at Tutti, and your website can show it.",
  logInAsOthers:
    "You can’t open Tutti as one of your families or teachers yet. Help describes what families see, and Portal access shows who can log in.",
  practiceTools:
    "Tutti has no metronome, tuner or practice timer yet. Students enter what they practiced in the portal, and teachers read it.",
  ownLook:
    "Tutti has no settings for dark mode, text size or keyboard shortcuts yet. It follows your device’s light or dark mode and your browser’s text size, so zoom with Ctrl and + or -. Ctrl K or ⌘K opens the search.",
  lessonPlans:
    "Tutti doesn’t write lesson plans with AI yet. Teachers write notes and assignments themselves.",
}
