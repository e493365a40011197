package org.touchpaper.nsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;

/** A standing session, and the driver of its make, for each element of a topology. */
public final class ElementSessions implements Elements, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ElementSessions.class);

  private final List<Make.Line> lines;
  private final Elements elements;

  private ElementSessions(List<Make.Line> lines) {
    this.lines = List.copyOf(lines);
    this.elements = Elements.of(lines.stream().map(Make.Line::driver).toList());
  }

  /** Opens one for each element; an element is connected when it is first spoken to. */
  public static ElementSessions open(
      Topology topology, Makes makes, Function<String, Access> access) {
    var lines = new ArrayList<Make.Line>();
    for (var tid : topology.nodes().stream().map(Node::tid).toList()) {
      lines.add(makes.of(tid).open(access.apply(tid)));
    }
    return new ElementSessions(lines);
  }

  @Override
  public ElementDriver named(String element) {
    return elements.named(element);
  }

  @Override
  public void close() {
    for (var line : lines) {
      try {
        line.session().close();
      } catch (Exception e) {
        log.warn("{} was left without a logout", line.driver().element(), e);
      }
    }
  }
}
