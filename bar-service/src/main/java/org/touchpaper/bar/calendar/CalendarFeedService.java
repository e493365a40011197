package org.touchpaper.bar.calendar;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.event.EventVisibility;
import org.touchpaper.platform.security.LeakyBucket;

/**
 * Calendars that are read without a login, at an address with 256 random bits. Only a hash of them
 * is stored, so the database does not contain the addresses.
 */
@Service
public class CalendarFeedService {

  private static final Logger LOG = LoggerFactory.getLogger(CalendarFeedService.class);

  private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final int RANDOM_BYTES = 32;
  private static final Duration PAST = Duration.ofDays(30);
  private static final int MAX_ENTRIES = 2000;

  /** Programs read a calendar a few times in an hour. */
  private static final LeakyBucket READS = LeakyBucket.empty(60, Duration.ofHours(1));

  private static final int MAX_COUNTED = 10_000;

  private final CalendarFeedStore store;
  private final EventVisibility visibility;
  private final BrokerIdentity identity;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /** Guarded by itself. */
  private final Map<String, LeakyBucket> reads =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LeakyBucket> eldest) {
          return size() > MAX_COUNTED;
        }
      };

  CalendarFeedService(
      CalendarFeedStore store, EventVisibility visibility, BrokerIdentity identity, Clock clock) {
    this.store = store;
    this.visibility = visibility;
    this.identity = identity;
    this.clock = clock;
  }

  /** The result of reading a calendar. */
  public sealed interface ReadResult {
    /** The calendar, as RFC 5545 writes it. */
    record Found(String text) implements ReadResult {}

    /** No such address, or it was revoked, or its owner is no longer a user of this BAR. */
    record Unknown() implements ReadResult {}

    record TooMany(Duration retryAfter) implements ReadResult {}
  }

  public Optional<CalendarFeedRegistration> find(String owner) {
    return store.findByOwner(owner);
  }

  /** Makes a new address and returns its secret, which is not readable again. */
  public String renew(String owner) {
    var bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    var secret = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    store.save(owner, hash(secret), clock.instant());
    LOG.info("calendar address made owner={}", owner);
    return secret;
  }

  public void revoke(String owner) {
    store.delete(owner);
    LOG.info("calendar address revoked owner={}", owner);
  }

  /** Reads the calendar at an address: the owner's bookings from 30 days ago on. */
  public ReadResult read(String secret) {
    var feed =
        SECRET.matcher(secret).matches()
            ? store
                .findByHash(hash(secret))
                .filter(found -> visibility.seesAll(found.owner()).isPresent())
            : Optional.<CalendarFeedRegistration>empty();
    if (feed.isEmpty()) {
      return new ReadResult.Unknown();
    }
    var owner = feed.get().owner();
    var wait = countRead(hash(secret));
    if (!wait.isZero()) {
      return new ReadResult.TooMany(wait);
    }
    var now = clock.instant();
    store.noteRead(owner, now);
    var pages = URI.create(identity.url().toString().replaceAll("/+$", ""));
    var entries = store.listEntries(owner, now.minus(PAST), MAX_ENTRIES, pages);
    return new ReadResult.Found(BookingCalendarWriter.write("Touchpaper: " + owner, entries, now));
  }

  private Duration countRead(String hash) {
    synchronized (reads) {
      var now = clock.instant();
      var bucket = reads.getOrDefault(hash, READS);
      var wait = bucket.waitAt(now);
      if (wait.isZero()) {
        reads.put(hash, bucket.plusOne(now));
      }
      return wait;
    }
  }

  private static String hash(String secret) {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
