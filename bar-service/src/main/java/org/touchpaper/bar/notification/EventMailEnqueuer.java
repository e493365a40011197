package org.touchpaper.bar.notification;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.event.BookingEvent;
import org.touchpaper.bar.event.EventBatch;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.event.EventPosition;
import org.touchpaper.bar.event.EventVisibility;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the log of events after the last position, and queues a mail for each recipient of an
 * event, in the transaction that stores the new position: no event is lost, and none is queued
 * twice.
 */
@Component
class EventMailEnqueuer {

  private static final int BATCH = 200;

  /** A mail that is later than this is not sent. */
  private static final Duration LIFETIME = Duration.ofDays(1);

  private final EventLog log;
  private final EventVisibility visibility;
  private final NotificationPreferenceStore store;
  private final MailQueue queue;
  private final SmtpSender sender;
  private final LightpathService lightpaths;
  private final BrokerIdentity identity;
  private final TransactionTemplate transactions;
  private final TimeOrderedIds ids;
  private final Clock clock;

  EventMailEnqueuer(
      EventLog log,
      EventVisibility visibility,
      NotificationPreferenceStore store,
      MailQueue queue,
      SmtpSender sender,
      LightpathService lightpaths,
      BrokerIdentity identity,
      PlatformTransactionManager transactions,
      TimeOrderedIds ids,
      Clock clock) {
    this.log = log;
    this.visibility = visibility;
    this.store = store;
    this.queue = queue;
    this.sender = sender;
    this.lightpaths = lightpaths;
    this.identity = identity;
    this.transactions = new TransactionTemplate(transactions);
    this.ids = ids;
    this.clock = clock;
  }

  /** Queues mails for all events that may be read now. */
  void dispatch() {
    var isPartial = true;
    while (isPartial) {
      var position = store.position();
      if (position.isEmpty() || position.get().isAfter(log.end())) { // restored: begin anew
        store.moveTo(log.end());
        return;
      }
      var batch = log.read(position.get(), BATCH);
      store(batch, position.get());
      isPartial = batch.isPartial() && !batch.events().isEmpty();
    }
  }

  private void store(EventBatch batch, EventPosition before) {
    if (batch.next().equals(before) || (batch.events().isEmpty() && batch.isComplete())) {
      return;
    }
    var mails = sender.isConfigured() ? plan(batch.events()) : List.<QueuedMail>of();
    transactions.executeWithoutResult(_ -> {
      mails.forEach(queue::add);
      store.moveTo(batch.next());
    });
  }

  private List<QueuedMail> plan(List<BookingEvent> events) {
    var recipients = store.listWithMail();
    return recipients.isEmpty()
        ? List.of()
        : events.stream()
            .filter(this::isOfWholeBooking)
            .flatMap(
                event -> recipients.stream().flatMap(settings -> plan(event, settings).stream()))
            .toList();
  }

  /** A lightpath has events of its own; those of a co-allocation's tell its owner nothing more. */
  private boolean isOfWholeBooking(BookingEvent event) {
    return switch (event.kind()) {
      case CO_ALLOCATION -> true;
      case RESERVATION ->
          lightpaths.find(new ConnectionId(event.booking()), Reservation::isAlone).orElse(false);
    };
  }

  private Optional<QueuedMail> plan(BookingEvent event, NotificationPreferences settings) {
    var data = JsonMapper.shared().readTree(event.data());
    var recipient = settings.owner();
    return NotificationKind.of(
            event.type(),
            BookingPhase.valueOf(data.path("state").asString()),
            person(data),
            recipient)
        .filter(kind -> settings.wants(kind, event.owner()))
        .filter(_ -> maySee(recipient, event.owner()))
        .map(kind -> mail(event, data, kind, settings));
  }

  private boolean maySee(String recipient, String owner) {
    return visibility.seesAll(recipient).map(all -> all || recipient.equals(owner)).orElse(false);
  }

  private QueuedMail mail(
      BookingEvent event, JsonNode data, NotificationKind kind, NotificationPreferences settings) {
    var now = clock.instant();
    var start = time(data, "startTime");
    var about =
        new MailText.Subject(
            kind,
            event.type(),
            event.booking().toString(),
            data.path("description").asString(""),
            event.owner(),
            start,
            time(data, "endTime"),
            person(data),
            Optional.ofNullable(text(data, "problem")).orElseGet(() -> text(data, "reason")));
    var mail = MailText.of(about, identity.url());
    return new QueuedMail(
        ids.next(),
        event.eventId(),
        settings.owner(),
        String.valueOf(settings.address()),
        event.owner(),
        mail.subject(),
        mail.text(),
        now,
        kind == NotificationKind.ABOUT_TO_START && start != null ? start : now.plus(LIFETIME),
        QueuedMail.State.QUEUED,
        0,
        now,
        null);
  }

  /** The history of a lightpath names a person together with the broker that asked. */
  private @Nullable String person(JsonNode data) {
    var by = text(data, "by");
    var suffix = " through " + identity.name();
    return by != null && by.endsWith(suffix) ? by.substring(0, by.length() - suffix.length()) : by;
  }

  private static @Nullable Instant time(JsonNode data, String field) {
    var time = text(data.path("schedule"), field);
    return time == null ? null : Instant.parse(time);
  }

  private static @Nullable String text(JsonNode data, String field) {
    return data.path(field).isString() ? data.path(field).asString() : null;
  }
}
