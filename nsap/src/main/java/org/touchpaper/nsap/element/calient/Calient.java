package org.touchpaper.nsap.element.calient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.PhotonicSwitch;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Patience;

/**
 * A circuit on a Calient DiamondWave: one connection, both ways, between two ports (such as {@code
 * 10.2a.4}), which are the circuit's alone.
 */
public final class Calient implements PhotonicSwitch {

  static final String CRS = "CRS";

  /** A command that follows a login sooner is told that nobody is logged in. */
  private static final Duration AFTER_LOGIN = Duration.ofMillis(500);

  private final Patience patience;

  public Calient() {
    this(Patience.OF_LIGHT);
  }

  /**
   * One that waits for light so long.
   *
   * @param patience with what was activated
   */
  public Calient(Patience patience) {
    this.patience = patience;
  }

  @Override
  public String dialect() {
    return "calient";
  }

  @Override
  public Line open(Access access) {
    var session = access.settling(AFTER_LOGIN).tl1();
    return new Line(new CalientDriver(access.tid(), session, patience, access.ports()), session);
  }

  @Override
  public List<Item> items(Crossing crossing) {
    var connection = crossing.hop().in().port() + "-" + crossing.hop().out().port();
    return List.of(
        new Item(
            crossing.node(),
            CRS,
            connection,
            crossing.name(),
            Map.of("CONNECTION", connection, "AS", "IS", Item.WORKS, "YES")));
  }
}
