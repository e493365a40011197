package org.touchpaper.bar.notification;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.platform.time.TimeOrderedIds;

/** What a user chose to be notified of, and the mails that the user was sent. */
@Service
public class NotificationPreferenceService {

  private static final int SHOWN_MAILS = 10;
  private static final Duration TEST_PERIOD = Duration.ofHours(1);
  private static final int TESTS_PER_PERIOD = 5;

  /** An address is not verified, so nobody may send mail to many addresses in turn. */
  private static final Duration CHANGE_PERIOD = Duration.ofHours(1);

  private static final int CHANGES_PER_PERIOD = 5;
  private static final Duration TEST_LIFETIME = Duration.ofMinutes(30);
  private static final String TEST_PREFIX = "test-";

  private final NotificationPreferenceStore store;
  private final MailQueue queue;
  private final SmtpSender sender;
  private final BrokerIdentity identity;
  private final TimeOrderedIds ids;
  private final Clock clock;

  NotificationPreferenceService(
      NotificationPreferenceStore store,
      MailQueue queue,
      SmtpSender sender,
      BrokerIdentity identity,
      TimeOrderedIds ids,
      Clock clock) {
    this.store = store;
    this.queue = queue;
    this.sender = sender;
    this.identity = identity;
    this.ids = ids;
    this.clock = clock;
  }

  /** Whether this BAR sends mail. */
  public boolean sendsMail() {
    return sender.isConfigured();
  }

  public NotificationPreferences get(String owner) {
    return store.find(owner).orElseGet(() -> NotificationPreferences.defaultsOf(owner));
  }

  /** The result of a request to change the settings: saved, or the field that is wrong and why. */
  public sealed interface SaveResult {
    record Saved() implements SaveResult {}

    record Refused(String field, String reason) implements SaveResult {}
  }

  /** Stores a user's choice; mails that wait for another address are not sent. */
  public SaveResult save(NotificationPreferences settings) {
    var minutes = settings.minutesBefore();
    if (minutes < 1 || minutes > NotificationPreferences.MAX_MINUTES) {
      return new SaveResult.Refused(
          "minutesBefore",
          "Enter a whole number of minutes from 1 to " + NotificationPreferences.MAX_MINUTES + ".");
    }
    var address = settings.address();
    if (address == null && !settings.kinds().isEmpty()) {
      return new SaveResult.Refused("address", "Enter the address to which mail goes.");
    }
    var problem = Optional.ofNullable(address).flatMap(SmtpSender::findProblem);
    if (problem.isPresent()) {
      return new SaveResult.Refused("address", problem.get());
    }
    var isSameAddress =
        Optional.ofNullable(get(settings.owner()).address()).equals(Optional.ofNullable(address));
    var now = clock.instant();
    if (!store.save(settings, now, now.minus(CHANGE_PERIOD), CHANGES_PER_PERIOD)) {
      return new SaveResult.Refused(
          "address",
          "You have changed the address %d times within an hour. Wait, or keep the address that is saved."
              .formatted(CHANGES_PER_PERIOD));
    }
    if (!isSameAddress) {
      queue.deleteQueued(settings.owner());
    }
    return new SaveResult.Saved();
  }

  /** Lists the newest mails of a user. */
  public List<QueuedMail> listMails(String owner) {
    return queue.listNewest(owner, SHOWN_MAILS);
  }

  /** Queues a mail to the user's address; false if there is none, or after too many in an hour. */
  public boolean queueTestMail(String owner) {
    var address = get(owner).address();
    var now = clock.instant();
    if (address == null
        || !sendsMail()
        || queue.countSince(owner, TEST_PREFIX, now.minus(TEST_PERIOD)) >= TESTS_PER_PERIOD) {
      return false;
    }
    var id = ids.next();
    var mail = MailText.test(identity.url());
    queue.add(
        new QueuedMail(
            id,
            TEST_PREFIX + id,
            owner,
            address,
            owner,
            mail.subject(),
            mail.text(),
            now,
            now.plus(TEST_LIFETIME),
            QueuedMail.State.QUEUED,
            0,
            now,
            null));
    return true;
  }
}
