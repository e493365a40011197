package org.touchpaper.bar.web.network;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.traffic.LightpathTrafficSample;
import org.touchpaper.bar.traffic.LightpathTrafficSample.Rates;

/**
 * What the bookings on a link carried at a moment, as far as they were measured. Pure.
 *
 * @param from one end of the link
 * @param to the other end
 * @param bookings how many of this broker's lightpaths are on it
 * @param measured the rates of those that were measured, from and to {@code to}
 */
public record LinkTraffic(String from, String to, int bookings, Map<UUID, LinkRates> measured) {

  public LinkTraffic {
    measured = Map.copyOf(measured);
  }

  /** The rates of one lightpath, or of all, towards each end of the link. */
  public record LinkRates(double forwardMbps, double backwardMbps) {
    LinkRates plus(LinkRates other) {
      return new LinkRates(forwardMbps + other.forwardMbps, backwardMbps + other.backwardMbps);
    }
  }

  /** Returns the traffic of each link on which a lightpath was measured. */
  static Map<String, LinkTraffic> of(
      WideAreaTopology topology, List<LightpathTrafficSample> lightpaths) {
    var traffic = new HashMap<String, LinkTraffic>();
    for (var link : topology.listLinks()) {
      var onIt = lightpaths.stream().filter(one -> one.path().contains(link.id())).toList();
      var measured = new HashMap<UUID, LinkRates>();
      for (var lightpath : onIt) {
        var rates = rates(lightpath, link);
        if (rates != null) {
          measured.put(lightpath.connectionId(), rates);
        }
      }
      if (!measured.isEmpty()) {
        traffic.put(link.id(), new LinkTraffic(link.from(), link.to(), onIt.size(), measured));
      }
    }
    return Map.copyOf(traffic);
  }

  /** Returns null if they were not measured, or if the path does not name the link's ends. */
  private static @Nullable LinkRates rates(
      LightpathTrafficSample lightpath, WideAreaTopology.WideAreaLink link) {
    var rates = lightpath.measured();
    var from = lightpath.path().indexOf(link.from());
    var to = lightpath.path().indexOf(link.to());
    return rates == null || from < 0 || to < 0 ? null : along(rates, from < to);
  }

  private static LinkRates along(Rates rates, boolean isForward) {
    return isForward
        ? new LinkRates(rates.toDestinationMbps(), rates.toSourceMbps())
        : new LinkRates(rates.toSourceMbps(), rates.toDestinationMbps());
  }

  private LinkRates total() {
    return measured.values().stream().reduce(new LinkRates(0, 0), LinkRates::plus);
  }

  /** Of both directions. */
  public double greaterMbps() {
    var total = total();
    return Math.max(total.forwardMbps(), total.backwardMbps());
  }

  /** Short, for the map: {@code 290 M}. */
  public String shortText() {
    var mbps = Math.round(greaterMbps());
    return (mbps == 0 && greaterMbps() > 0 ? "<1 M" : NetworkDrawing.rate(mbps)) + " measured";
  }

  /** In both directions, in Mbit/s. */
  public String text() {
    return text(total());
  }

  /** What a lightpath carried, in Mbit/s. */
  public String textOf(UUID lightpath) {
    var rates = measured.get(lightpath);
    return rates == null ? "no value" : text(rates);
  }

  private String text(LinkRates rates) {
    return mbps(rates.forwardMbps())
        + " to "
        + to
        + ", "
        + mbps(rates.backwardMbps())
        + " to "
        + from;
  }

  /** How many of the bookings were measured. */
  public String coverage() {
    return "%d of %d booking%s".formatted(measured.size(), bookings, bookings == 1 ? "" : "s");
  }

  private static String mbps(double mbps) {
    return String.format(Locale.ROOT, mbps == 0 || mbps >= 10 ? "%.0f" : "%.1f", mbps);
  }
}
