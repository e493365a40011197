package org.touchpaper.nsap.element;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.operator.OperatedElement;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.tl1.session.ElementSession;

/** A standing session, and the driver of its make, for each element of a topology. */
public final class ElementSessions implements Elements, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ElementSessions.class);

  private final List<Make.Line> lines;
  private final OperatedElements operated;
  private final Elements elements;

  private ElementSessions(List<Make.Line> lines, List<OperatedElement> operated) {
    this.lines = List.copyOf(lines);
    this.operated = new OperatedElements(operated);
    this.elements = Elements.of(lines.stream().map(Make.Line::driver).toList());
  }

  /** Opens one for each element; an element is connected when it is first spoken to. */
  public static ElementSessions open(
      Topology topology, Makes makes, Function<String, Access> access) {
    var lines = new ArrayList<Make.Line>();
    var operated = new ArrayList<OperatedElement>();
    for (var tid : topology.nodes().stream().map(Node::tid).toList()) {
      var make = makes.of(tid);
      var way = access.apply(tid).among(topology.ports(tid));
      var line = make.open(way);
      lines.add(line);
      var session = line.session() instanceof ElementSession standing ? standing : null;
      operated.add(new OperatedElement(make.dialect(), way.endpoint(), session));
    }
    return new ElementSessions(lines, operated);
  }

  /** All of them, for their operators. */
  public OperatedElements operated() {
    return operated;
  }

  @Override
  public ElementDriver named(String element) {
    return elements.named(element);
  }

  @Override
  public Collection<String> names() {
    return elements.names();
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
