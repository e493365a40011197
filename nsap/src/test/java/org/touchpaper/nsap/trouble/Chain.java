package org.touchpaper.nsap.trouble;

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
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.kit.ElementWire;
import org.touchpaper.segment.kit.ElementWire.Language;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/** Four emulated CoreDirectors in a row, and the wires to them. */
final class Chain implements AutoCloseable {

  static final List<String> TIDS = List.of("ONE", "TWO", "THREE", "FOUR");

  private final List<ElementWire> wires = new ArrayList<>();
  private final List<EmulatedElement> elements = new ArrayList<>();
  private final SettableClock clock;

  /** Not there yet: the clock is the segment's, which wants to know the wires first. */
  Chain(SettableClock clock) {
    this.clock = clock;
  }

  Chain start(Path folder) {
    for (var tid : TIDS) {
      try {
        var config = ElementConfig.demo(tid, Dialect.CORE_DIRECTOR);
        var element = EmulatedElement.start(config, folder, clock);
        elements.add(element);
        wires.add(new ElementWire(tid, Language.WILD_TL1, element.port()));
        new Neighbour(element).putBack();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return this;
  }

  /** An NSAP that speaks to them, not started yet. */
  MortalSegment nsap(Class<?> service) {
    var ports =
        wires.stream()
            .map(wire -> "--touchpaper.elements." + wire.element() + ".port=" + wire.port());
    var options =
        Stream.concat(
            Stream.of(
                "--spring.config.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.topology=classpath:nsap/four-in-a-row.yaml"),
            ports);
    return new MortalSegment(service, options.toList(), wires, clock);
  }

  EmulatedElement at(int position) {
    return elements.get(position);
  }

  void follow(FaultPlan plan) {
    elements.forEach(each -> each.faults().follow(plan));
  }

  /** What the elements hold, ours and others', by {@code ONE CRS TP-…}. */
  SortedMap<String, Entity> holds() {
    var holds = new TreeMap<String, Entity>();
    for (var element : elements) {
      element.holds().forEach(held -> holds.put(name(element.tid(), held), held));
    }
    return holds;
  }

  static String name(String tid, Entity held) {
    return tid + " " + held.kind() + " " + held.name();
  }

  /** Others have circuits on every element, too; what they lost they set up again. */
  void putNeighboursBack() {
    for (var element : elements) {
      new Neighbour(element).putBack();
    }
  }

  /** True if what is missing went without any command of ours. */
  boolean isLost(String tid, String name) {
    return elements.stream().anyMatch(it -> it.tid().equals(tid) && it.lost().contains(name));
  }

  /** True if this names a port of that element, or a channel of one, that is without signal. */
  boolean isDark(String tid, String place) {
    return elements.stream()
        .filter(element -> element.tid().equals(tid))
        .flatMap(element -> element.lostSignals().stream())
        .anyMatch(port ->
            Pattern.compile("(?<![\\w-])" + port + "(?![\\d-])").matcher(place).find()
                || place.contains(port + "-CTP-"));
  }

  Map<Mishap, Long> struck() {
    var sum = new EnumMap<Mishap, Long>(Mishap.class);
    elements.forEach(each -> each.faults().struck().forEach((m, n) -> sum.merge(m, n, Long::sum)));
    return sum;
  }

  /** What an element heard and said about a circuit, for the story of a failure. */
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
