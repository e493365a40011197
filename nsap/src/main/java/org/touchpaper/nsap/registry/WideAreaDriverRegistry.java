package org.touchpaper.nsap.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.operator.OperatedElement;
import org.touchpaper.segment.operator.OperatedElements;

/** Keeps a session and a driver for each element of a topology. */
public final class WideAreaDriverRegistry implements DriverRegistry, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WideAreaDriverRegistry.class);

  private final List<ElementPlugin.DriverSession> driverSessions;
  private final OperatedElements operated;
  private final DriverRegistry elements;

  private WideAreaDriverRegistry(
      List<ElementPlugin.DriverSession> driverSessions, List<OperatedElement> operated) {
    this.driverSessions = List.copyOf(driverSessions);
    this.operated = new OperatedElements(operated);
    this.elements =
        DriverRegistry.of(
            driverSessions.stream().map(ElementPlugin.DriverSession::driver).toList());
  }

  /** Opens a session for each element; it connects on first use. */
  public static WideAreaDriverRegistry open(
      Topology topology, NodeElementPlugins types, Function<String, ElementSettings> settingsOf) {
    var driverSessions = new ArrayList<ElementPlugin.DriverSession>();
    var operated = new ArrayList<OperatedElement>();
    for (var tid : topology.nodes().stream().map(Node::tid).toList()) {
      var type = types.of(tid);
      var settings = settingsOf.apply(tid);
      var driverSession = type.open(settings);
      driverSessions.add(driverSession);
      var session =
          driverSession.session() instanceof ElementSession elementSession ? elementSession : null;
      operated.add(new OperatedElement(type.name(), settings.endpoint(), session));
    }
    return new WideAreaDriverRegistry(driverSessions, operated);
  }

  public OperatedElements operated() {
    return operated;
  }

  @Override
  public ElementDriver driverFor(String element) {
    return elements.driverFor(element);
  }

  @Override
  public Collection<String> elementNames() {
    return elements.elementNames();
  }

  @Override
  public void close() {
    for (var driverSession : driverSessions) {
      try {
        driverSession.session().close();
      } catch (Exception e) {
        log.warn("{}: closing the session failed", driverSession.driver().element(), e);
      }
    }
  }
}
