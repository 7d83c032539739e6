import { aFile, pagesIn } from "./address"

// Messages, and the pictures beside names and texts.

const inMessaging = pagesIn("messaging", "Messages")
const inShell = pagesIn("shell")
const inSupport = pagesIn("support", "Help")

export const messaging = {
  messages: inMessaging("/messaging?view&search&page", "messages.tsx", "message:read", {
    page: "Messages",
    words: "message|inbox|chat|conversations|mail|emails sent|sent mail|unread|answers",
  }),
  newMessage: inMessaging(
    "/messaging/new?to&subject&text&file&name&problem",
    "new-message.tsx",
    "message:read",
    {
      body: aFile,
      act: "New message",
      for: "message:all",
      words:
        "write message|send email|email all|announcement|newsletter|write to everyone|mass email|message all|contact families|bulk email|email parents|email a class|email families|mass message|bulk message|group message|broadcast|notify everyone|email everybody|mailing list|email list|email everyone|message all families|circular|notify families|write to a teacher|tell parents|message a family|contact a parent|notice board|bulletin board",
      parts: [
        {
          act: "New message",
          only: "teacher",
          words:
            "new message|write message|send message|send email|email a parent|write to a family|message a parent|message parents|contact the office|write to the office|write to mom|write to mum|write to a parent",
        },
        {
          act: "New message",
          for: "portal:read",
          words:
            "new message|write message|send message|send email|contact the school|contact the teacher|write to the teacher|message the teacher|ask the teacher|call the school|email the school|office|school phone|phone number of the school|where is my school|where is the school|school address|sign up for another class|another class|talk to the teacher|speak to the teacher|talk to the school|trial lesson",
        },
      ],
    },
  ),
  shareTarget: inMessaging("/messaging/shared", "share-target.ts", ["message:read", "anyone"], {
    body: aFile,
  }),
  sharedFile: inMessaging("/messaging/shared/:fileId", "shared-file.ts", "message:read"),
  unknownTexts: inMessaging("/messaging/texts", "unknown-texts.tsx", "message:all", {
    page: "Texts from unknown numbers",
    words: "unknown numbers|texts from unknown numbers|text message replies|received texts|incoming texts",
  }),
  messageReports: inMessaging("/messaging/reports?view=closed&page", "message-reports.tsx", "message:all", {
    page: "Reported messages",
    words: "reported messages|abuse reports|complaints about messages|bullying|harassment|hide a message",
  }),
  savedAnswers: inMessaging("/messaging/answers", "saved-answers.tsx", "answers:keep", {
    page: "Saved answers",
    words:
      "saved answers|saved replies|canned responses|canned answers|snippets|message templates|text blocks|quick replies|standard answers",
  }),
  keptAnswer: inMessaging("/messaging/answers/:answerId", "saved-answer.tsx", "answers:keep"),
  conversation: inMessaging("/messaging/:conversationId?absence=no", "conversation.tsx", "message:read", {
    body: aFile,
  }),
  editMessage: inMessaging("/messaging/:conversationId/edit/:messageId", "edit-message.tsx", "message:read", {
    body: aFile,
  }),
  reportMessage: inMessaging(
    "/messaging/:conversationId/report/:messageId",
    "report-message.tsx",
    "message:read",
  ),
  messageFile: inMessaging(
    "/messaging/:conversationId/files/:messageId?report",
    "message-file.ts",
    "message:read",
  ),
}

export const photos = {
  /** A member's photo, for who is in the same school. */
  photo: inShell("/photos/:memberId", "photo.ts", "preferences:own"),
  /** The file of a required document, for the office and for whose it is. */
  proofFile: inShell("/documents/:proofId", "proof-file.ts", "preferences:own"),
}

export const supportImages = {
  supportImage: inSupport("/support/images/:imageId", "support-image.ts", "signed-in"),
}
