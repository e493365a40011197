package org.touchpaper.bar.endhost;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Stp;

/**
 * How to use a committed lightpath.
 *
 * @param endpoints source first
 * @param endHost the advice for this path
 * @param pathCheck what the last check of the path found; null before the lightpath was active
 * @param cut the cut that ended it, or will; null if it is not cut
 */
public record LightpathEndHostDetails(
    List<HostEndpoint> endpoints,
    EndHostAdvice endHost,
    @Nullable PathCheckResult pathCheck,
    @Nullable CutNotice cut) {

  /** The last digits of a UUIDv7 are random; the first are the time. */
  private static final int NAME_DIGITS = 12;

  public LightpathEndHostDetails {
    endpoints = List.copyOf(endpoints);
  }

  /** Returns empty before the first commit, and after a committed cancellation. */
  public static Optional<LightpathEndHostDetails> of(
      Reservation reservation, NetworkDirectory directory) {
    return reservation.bindingVersion() == 0 ? Optional.empty() : ofDecided(reservation, directory);
  }

  /** Of a lightpath, too, whose decided commit is not known, or not completed, here yet. */
  static Optional<LightpathEndHostDetails> ofDecided(
      Reservation reservation, NetworkDirectory directory) {
    var criteria =
        reservation.bindingVersion() == 0
            ? reservation.lastRequestedCriteria()
            : reservation.criteria();
    return criteria.map(agreed ->
        of(
            agreed,
            reservation.endpoints(),
            directory,
            "lightpath-" + lastDigits(reservation.connection().toString()),
            reservation.pathCheck().result().orElse(null),
            reservation.lifecycle().cut().orElse(null)));
  }

  private static String lastDigits(String id) {
    return id.substring(id.length() - NAME_DIGITS);
  }

  private static LightpathEndHostDetails of(
      Criteria criteria,
      LightpathEndsAccessDetails ends,
      NetworkDirectory directory,
      String name,
      @Nullable PathCheckResult pathCheck,
      @Nullable CutNotice cut) {
    var mtu = commonMtu(ends);
    var rate = criteria.bandwidthMbps();
    var endpoints =
        List.of(
            endpoint(criteria.source(), ends.source(), mtu, rate, directory),
            endpoint(criteria.destination(), ends.destination(), mtu, rate, directory));
    return new LightpathEndHostDetails(
        endpoints, EndHostAdvice.of(endpoints, ends.delay(), name), pathCheck, cut);
  }

  private static HostEndpoint endpoint(
      Stp stp,
      LightpathEndsAccessDetails.Endpoint end,
      @Nullable Integer mtu,
      int rate,
      NetworkDirectory directory) {
    var name = directory.nameOf(stp);
    var production = directory.host(name).map(NetworkDirectory.Host::production).orElse(null);
    return HostEndpoint.of(name, end, mtu, rate, production);
  }

  private static @Nullable Integer commonMtu(LightpathEndsAccessDetails ends) {
    var known =
        Stream.of(ends.source(), ends.destination())
            .flatMapToInt(end -> end.mtu() == null ? IntStream.empty() : IntStream.of(end.mtu()))
            .min();
    return known.isPresent() ? known.getAsInt() : null;
  }
}
