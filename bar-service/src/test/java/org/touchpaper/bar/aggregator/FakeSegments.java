package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails.Endpoint;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CuttableNetworkDescription;

/** An in-memory campus, wide area and remote broker, for tests in other packages. */
public final class FakeSegments implements SegmentRegistry {

  private static final List<String> NAMES = List.of("lnsap-ucl", "nsap", "bar-manchester");

  private final Clock clock;
  private final Map<String, FakeSegment> byName = new ConcurrentHashMap<>();
  private final Map<String, NetworkSegment> others = new ConcurrentHashMap<>();

  public FakeSegments(Clock clock) {
    this.clock = clock;
    reset();
  }

  @Override
  public NetworkSegment get(String peer) {
    var other = others.get(peer);
    return other == null ? segment(peer) : other;
  }

  /** Adds a segment outside of this JVM's memory, until the next reset. */
  public void add(String peer, NetworkSegment segment) {
    others.put(peer, segment);
  }

  private FakeSegment segment(String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }

  /** Resets the segments. */
  public void reset() {
    others.clear();
    NAMES.forEach(name -> byName.put(name, new FakeSegment(name, clock)));
  }

  /** An officer cuts at a segment; returns the connections that this ends. */
  public List<ConnectionId> cut(String name, Cut order, CuttableNetworkDescription site) {
    return segment(name).cut(order, site);
  }

  public void lift(String name, UUID cut) {
    segment(name).lift(cut);
  }

  public void refuseEverything(String name) {
    segment(name).refuseEverything();
  }

  public void refuseEverything(String name, Refusal.Code code) {
    segment(name).refuseEverything(code);
  }

  /** Lets the segments describe a circuit from UCL to Manchester as UKLight's would. */
  public void describeEndpoints() {
    describeEndpoints("10.88.0.2/31", "10.88.0.3/31");
  }

  /** The same with other addresses of the source and the destination; null for none. */
  public void describeEndpoints(@Nullable String source, @Nullable String destination) {
    var metro = new Endpoint("METRO", "1-A-9-1-1", 100, true, null, null);
    segment("lnsap-ucl")
        .describeEndpoints(
            new LightpathEndsAccessDetails(
                new Endpoint("EDGE-UCL", "GigabitEthernet3/1", 101, true, 9000, source),
                Endpoint.ofAddress(destination),
                null));
    segment("nsap")
        .describeEndpoints(
            new LightpathEndsAccessDetails(metro, metro, Duration.ofNanos(3_400_000)));
    segment("bar-manchester")
        .describeEndpoints(
            new LightpathEndsAccessDetails(
                Endpoint.UNKNOWN,
                new Endpoint("EDGE-MAN", "GigabitEthernet3/1", 105, true, 8000, null),
                null));
  }

  /** Lets a segment say that circuits which it holds from now on take this path. */
  public void describePath(String name, String... path) {
    segment(name).describePath(List.of(path));
  }

  /** Lets a segment report a problem of every circuit; null for none. */
  public void reportProblem(String name, @Nullable String problem) {
    segment(name).reportProblem(problem);
  }

  /** Loses the next replies of a segment. */
  public void stopAnsweringFor(String name, int calls) {
    segment(name).stopAnsweringFor(calls, false);
  }

  /** Runs an action before a segment decides a reserve. */
  public void runBeforeReserve(String name, Runnable action) {
    segment(name).runBeforeReserve(action);
  }

  /** The calls received by any segment. */
  public List<String> receivedCalls() {
    var calls = new ArrayList<String>();
    NAMES.forEach(
        name -> segment(name).receivedCalls().forEach(call -> calls.add(name + " " + call)));
    return calls;
  }

  /** The bandwidths that the segments have committed, each binding version once. */
  public List<Integer> committedMbps() {
    return NAMES.stream().flatMap(name -> segment(name).committedMbps().stream()).toList();
  }

  /** The number of bookings that each holds or has committed. */
  public List<Long> heldCounts() {
    return NAMES.stream().map(name -> segment(name).heldCount()).toList();
  }

  public List<Long> committedCounts() {
    return NAMES.stream().map(name -> segment(name).committedCount()).toList();
  }
}
