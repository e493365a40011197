package org.touchpaper.nsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** A standing session, and the driver of its dialect, for each element of a topology. */
public final class ElementSessions implements Elements, AutoCloseable {

  private final List<Tl1Session> sessions;
  private final Elements elements;

  private ElementSessions(List<Tl1Session> sessions, List<ElementDriver> drivers) {
    this.sessions = List.copyOf(sessions);
    this.elements = Elements.of(drivers);
  }

  /** Opens one for each element; an element is connected when it is first spoken to. */
  public static ElementSessions open(
      Topology topology,
      Function<String, Endpoint> endpoints,
      Function<String, Credentials> credentials,
      Timing timing,
      TranscriptSink transcript) {
    var sessions = new ArrayList<Tl1Session>();
    var drivers = new ArrayList<ElementDriver>();
    for (var node : topology.nodes()) {
      var session =
          Tl1Session.open(
              endpoints.apply(node.tid()), credentials.apply(node.tid()), timing, transcript);
      sessions.add(session);
      drivers.add(driver(node.tid(), node.dialect(), session, timing));
    }
    return new ElementSessions(sessions, drivers);
  }

  private static ElementDriver driver(
      String tid, String dialect, Tl1Session session, Timing timing) {
    if (!dialect.equals("coredirector")) {
      throw new IllegalArgumentException(
          "no driver speaks " + dialect + ", which " + tid + " does");
    }
    // an effect may appear as long after a lost answer as the answer itself might have taken
    return new CoreDirectorDriver(tid, session, timing.answer());
  }

  @Override
  public ElementDriver named(String element) {
    return elements.named(element);
  }

  @Override
  public void close() {
    sessions.forEach(Tl1Session::close);
  }
}
