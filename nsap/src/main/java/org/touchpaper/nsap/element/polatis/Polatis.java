package org.touchpaper.nsap.element.polatis;

import java.util.List;
import java.util.Map;
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

  @Override
  public String dialect() {
    return "polatis";
  }

  @Override
  public Line open(Access access) {
    var session = access.tl1();
    return new Line(
        new PolatisDriver(access.tid(), session, access.timing().answer(), access.marks()),
        session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var one = Integer.parseInt(crossing.hop().in().port());
    var other = Integer.parseInt(crossing.hop().out().port());
    var patch = Math.min(one, other) + "," + Math.max(one, other);
    return List.of(new Item(crossing.node(), PATCH, patch, crossing.name(), Map.of(PORTS, patch)));
  }
}
