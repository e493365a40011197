package org.touchpaper.nsap.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.kit.CrashingProxy;
import org.touchpaper.segment.kit.CrashingProxy.Language;
import org.touchpaper.segment.kit.KillableSegment;

/** Four emulated CoreDirectors in a row, and their connections. */
final class EmulatedChain implements AutoCloseable {

  static final List<String> TIDS = List.of("ONE", "TWO", "THREE", "FOUR");

  private final List<CrashingProxy> wires = new ArrayList<>();
  private final List<EmulatedElement> elements = new ArrayList<>();
  private final SettableClock clock;

  /** Null until started: the clock is the segment's, which needs the connections first. */
  EmulatedChain(SettableClock clock) {
    this.clock = clock;
  }

  EmulatedChain start(Path folder) {
    for (var tid : TIDS) {
      try {
        var config = ElementConfig.demo(tid, ElementModel.CORE_DIRECTOR);
        var element = EmulatedElement.start(config, folder, clock);
        elements.add(element);
        wires.add(new CrashingProxy(tid, Language.WILD_TL1, element.port()));
        new ForeignCircuits(element).restore();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return this;
  }

  /** An NSAP for these elements, not started. */
  KillableSegment nsap(Class<?> service) {
    var ports =
        wires.stream()
            .map(wire -> "--touchpaper.elements." + wire.element() + ".port=" + wire.port());
    var options =
        Stream.concat(
            Stream.of(
                "--spring.config.name=nsap",
                "--touchpaper.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.topology=classpath:nsap/four-in-a-row.yaml"),
            ports);
    return new KillableSegment(service, options.toList(), wires, clock);
  }

  EmulatedElement at(int position) {
    return elements.get(position);
  }

  void applyFaultPlan(RandomFaultSettings plan) {
    elements.forEach(element -> element.faults().usePlan(plan));
  }

  /** All configuration by {@code ONE CRS TP-…}. */
  SortedMap<String, ManagedEntity> listHeld() {
    var holds = new TreeMap<String, ManagedEntity>();
    for (var element : elements) {
      element.listEntities().forEach(held -> holds.put(name(element.tid(), held), held));
    }
    return holds;
  }

  static String name(String tid, ManagedEntity held) {
    return tid + " " + held.kind() + " " + held.name();
  }

  /** Restores the foreign circuits on every element. */
  void restoreForeignCircuits() {
    for (var element : elements) {
      new ForeignCircuits(element).restore();
    }
  }

  /** True if the item disappeared without a command of ours. */
  boolean isLost(String tid, String name) {
    return elements.stream()
        .anyMatch(element -> element.tid().equals(tid) && element.missingEntities().contains(name));
  }

  /** True if this is a port or channel without signal. */
  boolean isDark(String tid, String place) {
    return elements.stream()
        .filter(element -> element.tid().equals(tid))
        .flatMap(element -> element.portsWithoutSignal().stream())
        .anyMatch(port ->
            Pattern.compile("(?<![\\w-])" + port + "(?![\\d-])").matcher(place).find()
                || place.contains(port + "-CTP-"));
  }

  Map<FaultKind, Long> faultCounts() {
    var sum = new EnumMap<FaultKind, Long>(FaultKind.class);
    elements.forEach(element ->
        element.faults().triggeredCounts().forEach((m, n) -> sum.merge(m, n, Long::sum)));
    return sum;
  }

  /** An element's transcript of a circuit, for the report of a failure. */
  List<String> transcript(@Nullable String name) {
    return elements.stream()
        .flatMap(element -> element.transcript().stream())
        .map(Object::toString)
        .filter(line -> name == null || line.contains(name))
        .toList();
  }

  @Override
  public void close() {
    elements.forEach(EmulatedElement::close);
  }
}
