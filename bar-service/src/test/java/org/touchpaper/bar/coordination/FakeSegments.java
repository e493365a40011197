package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.NetworkSegment;

/** A campus, a wide area and a remote broker in memory, for tests beyond this package. */
public final class FakeSegments implements Segments {

  private static final List<String> NAMES = List.of("lnsap-ucl", "nsap", "bar-manchester");

  private final Clock clock;
  private final Map<String, FakeSegment> byName = new ConcurrentHashMap<>();

  public FakeSegments(Clock clock) {
    this.clock = clock;
    forget();
  }

  @Override
  public NetworkSegment named(String peer) {
    return of(peer);
  }

  private FakeSegment of(String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }

  /** New ones, which have heard of nothing. */
  public void forget() {
    NAMES.forEach(name -> byName.put(name, new FakeSegment(name, clock)));
  }

  public void refuseEverything(String name) {
    of(name).refuseEverything();
  }

  /** The next so many calls of one get no answer. */
  public void beSilentFor(String name, int calls) {
    of(name).beSilentFor(calls, false);
  }

  /** Every verb that arrived anywhere. */
  public List<String> heard() {
    var heard = new ArrayList<String>();
    NAMES.forEach(name -> of(name).heard().forEach(verb -> heard.add(name + " " + verb)));
    return heard;
  }

  /** How many bookings each holds or has committed. */
  public List<Long> holding() {
    return NAMES.stream().map(name -> of(name).holding()).toList();
  }

  public List<Long> committed() {
    return NAMES.stream().map(name -> of(name).committed()).toList();
  }
}
