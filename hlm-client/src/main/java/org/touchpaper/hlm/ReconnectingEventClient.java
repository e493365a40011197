package org.touchpaper.hlm;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows events over one connection after another, each resuming where the last one ended.
 *
 * @param refusalParser reads status and body of a response that is no stream
 * @param receiver takes an event; returns false if it has enough
 */
record ReconnectingEventClient(
    Connector connector,
    BiFunction<Integer, String, CallResult<String>> refusalParser,
    Predicate<EventDto> receiver) {

  /** The BAR's heartbeats come every 15 s. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

  /** Opens a stream of the events after an id, or of those from now on. */
  @FunctionalInterface
  interface Connector {
    HttpResponse<InputStream> connect(@Nullable String lastId)
        throws IOException, InterruptedException;
  }

  /** The result of the whole, or only the id to resume after. */
  private record ConnectionResult(Optional<CallResult<String>> result, @Nullable String lastId) {
    static ConnectionResult with(CallResult<String> result, @Nullable String lastId) {
      return new ConnectionResult(Optional.of(result), lastId);
    }
  }

  CallResult<String> follow(@Nullable String since, Duration reconnectPause) {
    var ending = followOnce(since, true);
    while (ending.result().isEmpty()) {
      try {
        TimeUnit.NANOSECONDS.sleep(reconnectPause.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return stopped(ending.lastId());
      }
      ending = followOnce(ending.lastId(), false);
    }
    return ending.result().orElseThrow();
  }

  private ConnectionResult followOnce(@Nullable String since, boolean isFirst) {
    var lastId = since;
    try {
      var response = connector.connect(since);
      if (response.statusCode() != 200) {
        return refused(response, since, isFirst);
      }
      try (var stream = new EventStreamReader(response.body(), LONGEST_SILENCE)) {
        for (var block = stream.next(); block.isPresent(); block = stream.next()) {
          lastId = block.get().id().orElse(lastId);
          var event = block.get().data().map(EventDto::parse);
          if (event.isPresent() && !receiver.test(event.get())) {
            return ConnectionResult.with(stopped(lastId), lastId);
          }
        }
      }
      return new ConnectionResult(Optional.empty(), lastId);
    } catch (IOException e) {
      return isFirst && Objects.equals(lastId, since)
          ? ConnectionResult.with(
              new CallResult.Unreachable<>("no answer from the BAR: " + e), lastId)
          : new ConnectionResult(Optional.empty(), lastId);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ConnectionResult.with(stopped(lastId), lastId);
    }
  }

  /** A BAR that was there is waited for; what it refuses is not repeated. */
  private ConnectionResult refused(
      HttpResponse<InputStream> response, @Nullable String since, boolean isFirst)
      throws IOException {
    try (var body = response.body()) {
      var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      return isFirst || response.statusCode() / 100 == 4
          ? ConnectionResult.with(refusalParser.apply(response.statusCode(), text), since)
          : new ConnectionResult(Optional.empty(), since);
    }
  }

  private static CallResult<String> stopped(@Nullable String lastId) {
    return new CallResult.Done<>(String.valueOf(lastId), "");
  }
}
