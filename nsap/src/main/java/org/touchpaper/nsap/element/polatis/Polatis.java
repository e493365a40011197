package org.touchpaper.nsap.element.polatis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.PhotonicSwitch;
import org.touchpaper.segment.element.Item;

/**
 * A circuit on a Polatis switch: one patch of two ports, by their numbers, the lower first; it
 * carries both ways. The ports are the circuit's alone.
 */
public final class Polatis implements PhotonicSwitch {

  static final String PATCH = "PATCH";
  static final String PORTS = "PORTS";

  private static final Pattern PAIR = Pattern.compile("(\\d{1,5}),(\\d{1,5})");

  @Override
  public String dialect() {
    return "polatis";
  }

  @Override
  public Line open(Access access) {
    var session = access.quotingTid().tl1();
    return new Line(new PolatisDriver(access.tid(), session, access.marks()), session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var one = Integer.parseInt(crossing.hop().in().port());
    var other = Integer.parseInt(crossing.hop().out().port());
    var patch = lowFirst(one, other);
    return List.of(new Item(crossing.node(), PATCH, patch, crossing.name(), Map.of(PORTS, patch)));
  }

  private static String lowFirst(int one, int other) {
    return Math.min(one, other) + "," + Math.max(one, other);
  }

  /** The patch that a row tells, whether it quotes it once or twice; empty if it tells none. */
  static Optional<String> patchIn(String row) {
    var pair = PAIR.matcher(row.replace("\"", "").replace("\\", "").strip());
    return pair.matches()
        ? Optional.of(lowFirst(Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2))))
        : Optional.empty();
  }
}
