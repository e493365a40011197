package org.touchpaper.segment.kit;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;

/** A holder in memory with given answers, which records notifications. */
public final class ScriptedHolder implements SegmentHolder {

  /** The peer name under which a segment under test knows this holder. */
  public static final String PEER = "kit-holder";

  private final Map<ConnectionId, Outcome> outcomes = new ConcurrentHashMap<>();
  private final List<Notification> received = new CopyOnWriteArrayList<>();
  private volatile boolean reachable = true;
  private volatile int outcomeQueries;

  /** A person of the holder's site. */
  public static RequesterIdentity requester() {
    return new RequesterIdentity(
        PEER,
        new RequesterIdentity.Person("ada", "ucl", List.of("spice"), "scientist"),
        "7d0f5a9e-0000-4000-8000-000000000001");
  }

  /** Sets the outcome for a connection. */
  public void decide(ConnectionId connection, Outcome outcome) {
    outcomes.put(connection, outcome);
  }

  /** Whether queries and notifications arrive. */
  public void reachable(boolean isReachable) {
    reachable = isReachable;
  }

  /** All notifications received, repeats included, in order. */
  public List<Notification> received() {
    return List.copyOf(received);
  }

  /** The number of calls of {@link #outcome}. */
  public int outcomeQueries() {
    return outcomeQueries;
  }

  /**
   * This holder, as a reserve names it. Undecided until {@link #decide}; for unknown connections
   * the outcome is ABORT.
   */
  public Holder.PeerService holderOf(ConnectionId connection) {
    outcomes.putIfAbsent(connection, Outcome.UNDECIDED);
    return new Holder.PeerService(PEER, URI.create("http://127.0.0.1:9/"), connection, 1);
  }

  @Override
  public synchronized Outcome outcome(
      RequesterIdentity requester, ConnectionId segment, int version) {
    outcomeQueries++;
    checkReachable();
    return outcomes.getOrDefault(segment, Outcome.ABORT);
  }

  @Override
  public void notify(RequesterIdentity requester, Notification notification) {
    checkReachable();
    received.add(notification);
  }

  private void checkReachable() {
    if (!reachable) {
      throw new IllegalStateException("the scripted holder is unreachable");
    }
  }
}
