package org.touchpaper.bar.web.notifications;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.notification.QueuedMail;

/** A mail on the page. */
record MailStatusRow(Instant at, String subject, String state, String css, @Nullable String note) {

  static MailStatusRow of(QueuedMail mail) {
    return new MailStatusRow(
        mail.createdAt(),
        mail.subject(),
        switch (mail.state()) {
          case QUEUED -> mail.lastFailure() == null ? "waiting" : "will be tried again";
          case SENT -> "sent";
          case GIVEN_UP -> "not sent";
        },
        switch (mail.state()) {
          case QUEUED -> "state-UNDECIDED";
          case SENT -> "state-ACTIVE";
          case GIVEN_UP -> "state-FAILED";
        },
        mail.lastFailure());
  }
}
