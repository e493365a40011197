package org.touchpaper.segment.kit;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;

/** A holder in memory that answers as told and keeps what it is told. */
public final class ScriptedHolder implements SegmentHolder {

  /** The peer name under which a segment under test must know this holder. */
  public static final String PEER = "kit-holder";

  private final Map<ConnectionId, Outcome> outcomes = new ConcurrentHashMap<>();
  private final List<Notification> heard = new CopyOnWriteArrayList<>();
  private volatile boolean reachable = true;
  private volatile int questions;

  /** Someone at the holder's own site. */
  public static Requester requester() {
    return new Requester(
        PEER,
        new Requester.Person("ada", "ucl", List.of("spice"), "scientist"),
        "7d0f5a9e-0000-4000-8000-000000000001");
  }

  /** From here on answers this for the connection. */
  public void decide(ConnectionId connection, Outcome outcome) {
    outcomes.put(connection, outcome);
  }

  /** Whether questions and notifications arrive at all. */
  public void reachable(boolean yes) {
    reachable = yes;
  }

  /** All notifications that arrived, repeats included, in order. */
  public List<Notification> heard() {
    return List.copyOf(heard);
  }

  /** How often {@link #outcome} was asked. */
  public int questions() {
    return questions;
  }

  /**
   * This holder, as a reserve names it; undecided until told. Of what it never held it says abort.
   */
  public Holder.Asker of(ConnectionId connection) {
    outcomes.putIfAbsent(connection, Outcome.UNDECIDED);
    return new Holder.Asker(PEER, URI.create("http://127.0.0.1:9/"), connection, 1);
  }

  @Override
  public synchronized Outcome outcome(Requester requester, ConnectionId segment, int version) {
    questions++;
    checkReachable();
    return outcomes.getOrDefault(segment, Outcome.ABORT);
  }

  @Override
  public void notify(Requester requester, Notification notification) {
    checkReachable();
    heard.add(notification);
  }

  private void checkReachable() {
    if (!reachable) {
      throw new IllegalStateException("the scripted holder is told to be out of reach");
    }
  }
}
