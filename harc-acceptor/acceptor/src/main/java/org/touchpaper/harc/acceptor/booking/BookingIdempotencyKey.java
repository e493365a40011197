package org.touchpaper.harc.acceptor.booking;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * A client's Idempotency-Key: a UUIDv7 (RFC 9562 section 5.7). Ids and deadline of the transaction
 * derive from it, so that a repeated call has the same record at every acceptor.
 */
public record BookingIdempotencyKey(UUID value) {
  public static final String HEADER = "Idempotency-Key";

  /**
   * How long after the key was made resource managers may vote. Long enough for a person at a
   * terminal and for clocks that differ by seconds; a silent resource manager blocks what others
   * hold for no longer.
   */
  static final Duration VOTE_TIME = Duration.ofMinutes(1);

  /** The minimum vote time of a booking that starts soon. */
  static final Duration MIN_VOTE_TIME = Duration.ofSeconds(10);

  /** How far ahead a client's clock may be. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(5);

  /** No BAR's transaction ends like this, so clients cannot ask for those. */
  private static final String ID_SUFFIX = ".client";

  private static final long RM_BITS = (1L << 48) - 1;

  /**
   * Reads a key.
   *
   * @throws MalformedMessageException if it is missing or not a UUIDv7
   */
  public static BookingIdempotencyKey parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new MalformedMessageException(
          "the header "
              + HEADER
              + " is missing: send a new UUIDv7 with each new request, and the"
              + " same one when you repeat a request");
    }
    try {
      var value = UUID.fromString(text.strip());
      if (value.version() == 7
          && value.variant() == 2
          && value.toString().length() == text.strip().length()) {
        return new BookingIdempotencyKey(value);
      }
    } catch (IllegalArgumentException _) {
      // reported below
    }
    throw new MalformedMessageException(
        "the "
            + HEADER
            + " must be a UUIDv7 (RFC 9562 section 5.7), which contains the time at"
            + " which it was made, not "
            + text);
  }

  public TransactionId transactionId() {
    return new TransactionId(value + ID_SUFFIX);
  }

  /** When the client made the key, by its own clock. */
  Instant createdAt() {
    return Instant.ofEpochMilli(value.getMostSignificantBits() >>> 16);
  }

  /**
   * Until when resource managers may vote: before the first start (DESIGN decision 1), unless that
   * is too near.
   */
  Instant voteBy(List<HarcAction> actions) {
    var deadline = createdAt().plus(VOTE_TIME);
    return actions.stream()
        .flatMap(action -> ClientBookingSettings.schedule(action).stream())
        .map(HarcAction.Schedule::startTime)
        .filter(start -> !start.isBefore(createdAt().plus(MIN_VOTE_TIME)))
        .filter(start -> start.isBefore(deadline))
        .min(Instant::compareTo)
        .orElse(deadline);
  }

  /**
   * The ident of a booking that this call makes: a UUIDv8 (RFC 9562 section 5.8), whose last 48
   * bits name the resource manager, so that a later Modify or Cancel needs only the ident.
   *
   * @param position the position of the Make among the actions, from 1
   */
  String ident(int position, String resourceManager) {
    var hash = UUID.nameUUIDFromBytes((value + "/" + position).getBytes(UTF_8));
    return new UUID(
            (hash.getMostSignificantBits() & ~0xF000L) | 0x8000L,
            (hash.getLeastSignificantBits() & ~RM_BITS) | rmBits(resourceManager))
        .toString();
  }

  /** True if the booking with this ident was made by such a call at the resource manager. */
  static boolean isIdentOf(String ident, String resourceManager) {
    return ident.toLowerCase(Locale.ROOT).endsWith("-%012x".formatted(rmBits(resourceManager)));
  }

  private static long rmBits(String resourceManager) {
    return UUID.nameUUIDFromBytes(resourceManager.getBytes(UTF_8)).getLeastSignificantBits()
        & RM_BITS;
  }

  /**
   * Refuses a key from the future.
   *
   * @throws MalformedMessageException if it is ahead by more than clocks may differ
   */
  public void requireNotAhead(Instant now) {
    if (createdAt().isAfter(now.plus(CLOCK_TOLERANCE))) {
      throw new MalformedMessageException(
          "the %s was made at %s, but here it is %s: correct the client's clock and use a new key"
              .formatted(HEADER, createdAt(), now));
    }
  }
}
