package org.touchpaper.nsap.element.calient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementHop;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PollPolicy;

/**
 * The plugin for the Calient DiamondWave. A circuit is one bidirectional connection between two
 * ports (such as {@code 10.2a.4}), which serve one circuit.
 */
public final class CalientPlugin implements ElementPlugin {

  static final String CRS = "CRS";

  /** A command sent sooner after a login is denied as not logged in. */
  private static final Duration LOGIN_SETTLE_TIME = Duration.ofMillis(500);

  private final PollPolicy lightPoll;

  public CalientPlugin() {
    this(PollPolicy.OPTICAL_POWER);
  }

  /**
   * Creates it.
   *
   * @param lightPoll how long to wait for light after an activation
   */
  public CalientPlugin(PollPolicy lightPoll) {
    this.lightPoll = lightPoll;
  }

  @Override
  public String name() {
    return "calient";
  }

  @Override
  public Set<SignalType> terminatedSignals() {
    return Set.of(SignalType.FIBRE);
  }

  @Override
  public DriverSession open(ElementSettings settings) {
    var session = settings.openTl1Session(CalientPlugin::withMinimumSettleDelay);
    return new DriverSession(
        new CalientDriver(settings.tid(), session, lightPoll, settings.ports()), session);
  }

  private static Tl1LoginRequirements withMinimumSettleDelay(Tl1LoginRequirements profile) {
    return profile.settleDelay().compareTo(LOGIN_SETTLE_TIME) < 0
        ? profile.withSettleDelay(LOGIN_SETTLE_TIME)
        : profile;
  }

  @Override
  public List<ConfigItem> items(ElementHop hop) {
    var connection = hop.hop().in().port() + "-" + hop.hop().out().port();
    return List.of(
        new ConfigItem(
            hop.node(),
            CRS,
            connection,
            hop.name(),
            Map.of("CONNECTION", connection, "AS", "IS", ConfigItem.WORKS_ATTRIBUTE, "YES")));
  }
}
