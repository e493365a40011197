package org.touchpaper.bar.notification;

import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.event.EventVisibility;

/**
 * Sends the mails that are due, one after another. An attempt is counted before it is made: if the
 * service dies after the server took the mail, it is sent once more, under the same Message-ID.
 */
@Component
class MailDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(MailDelivery.class);

  private static final int AT_ONCE = 100;
  private static final Duration RETENTION = Duration.ofDays(7);

  private final MailQueue queue;
  private final SmtpSender sender;
  private final EventVisibility visibility;
  private final Clock clock;

  MailDelivery(MailQueue queue, SmtpSender sender, EventVisibility visibility, Clock clock) {
    this.queue = queue;
    this.sender = sender;
    this.visibility = visibility;
    this.clock = clock;
  }

  /** Stops at the first mail that the server does not take now; the others would wait as long. */
  void deliverDue() {
    var isAnswering = sender.isConfigured();
    for (var i = 0; isAnswering && i < AT_ONCE; i++) {
      var mail = queue.findDue(clock.instant());
      if (mail.isEmpty()) {
        return;
      }
      isAnswering = deliver(mail.get());
    }
  }

  /** Returns false if the server is not available. */
  private boolean deliver(QueuedMail mail) {
    var now = clock.instant();
    if (mail.isExpired(now)) {
      giveUp(mail, mail.lastFailure() == null ? "it was too late to send it" : mail.lastFailure());
      return true;
    }
    if (!maySee(mail)) {
      giveUp(mail, mail.recipient() + " may no longer see this booking");
      return true;
    }
    var attempt = mail.beginAttempt(now);
    queue.update(attempt);
    var text = new MailText(attempt.subject(), attempt.text());
    return switch (sender.send(attempt.id().toString(), attempt.address(), text)) {
      case SmtpSender.SendResult.Sent _ -> {
        queue.update(attempt.markSent());
        yield true;
      }
      case SmtpSender.SendResult.Rejected(var reason) -> {
        giveUp(attempt, reason);
        yield true;
      }
      case SmtpSender.SendResult.Unavailable(var reason) -> {
        var failed = attempt.fail(reason);
        if (failed.state() == QueuedMail.State.GIVEN_UP) {
          giveUp(failed, reason);
        } else {
          queue.update(failed);
          LOG.info("mail={} not sent: {}; next attempt at {}", mail.id(), reason, failed.retryAt());
        }
        yield false;
      }
    };
  }

  private boolean maySee(QueuedMail mail) {
    return visibility
        .seesAll(mail.recipient())
        .map(all -> all || mail.recipient().equals(mail.bookingOwner()))
        .orElse(false);
  }

  private void giveUp(QueuedMail mail, String reason) {
    queue.update(mail.giveUp(reason));
    LOG.warn("mail={} recipient={} given up: {}", mail.id(), mail.recipient(), reason);
  }

  void prune() {
    queue.deleteCreatedBefore(clock.instant().minus(RETENTION));
  }
}
