package org.touchpaper.nsap.element.polatis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.segment.element.ConfigItem;

/**
 * The plugin for the Polatis switch. A circuit is one bidirectional patch of two port numbers, the
 * lower first. The ports serve one circuit.
 */
public final class PolatisPlugin implements ElementPlugin {

  static final String PATCH = "PATCH";
  static final String PORTS = "PORTS";

  private static final Pattern PAIR = Pattern.compile("(\\d{1,5}),(\\d{1,5})");

  @Override
  public String name() {
    return "polatis";
  }

  @Override
  public Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.FIBRE);
  }

  @Override
  public DriverSession open(ElementSettings settings) {
    var session = settings.openTl1Session(Tl1LoginRequirements::withQuotedTid);
    return new DriverSession(new PolatisDriver(settings.tid(), session, settings.notes()), session);
  }

  @Override
  public List<ConfigItem> items(ElementHop hop) {
    var ingressPort = Integer.parseInt(hop.hop().in().port());
    var egressPort = Integer.parseInt(hop.hop().out().port());
    var patch = lowFirst(ingressPort, egressPort);
    return List.of(new ConfigItem(hop.node(), PATCH, patch, hop.name(), Map.of(PORTS, patch)));
  }

  private static String lowFirst(int port, int otherPort) {
    return Math.min(port, otherPort) + "," + Math.max(port, otherPort);
  }

  /** The patch in a row, quoted once or twice; empty if there is none. */
  static Optional<String> findPatch(String row) {
    var pair = PAIR.matcher(row.replace("\"", "").replace("\\", "").strip());
    return pair.matches()
        ? Optional.of(lowFirst(Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2))))
        : Optional.empty();
  }
}
