package org.touchpaper.bar.endhost;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Endpoints;

/**
 * How to use a committed lightpath.
 *
 * @param endpoints source first
 * @param endHost the advice for this path
 */
public record LightpathEndpoints(List<HostEndpoint> endpoints, EndHostAdvice endHost) {

  /** The last digits of a UUIDv7 are random; the first are the time. */
  private static final int NAME_DIGITS = 12;

  public LightpathEndpoints {
    endpoints = List.copyOf(endpoints);
  }

  /** Returns empty before the first commit, and after a committed cancellation. */
  public static Optional<LightpathEndpoints> of(Reservation reservation, Directory directory) {
    return reservation.bindingVersion() == 0 ? Optional.empty() : ofDecided(reservation, directory);
  }

  /** Of a lightpath, too, whose decided commit is not known, or not completed, here yet. */
  static Optional<LightpathEndpoints> ofDecided(Reservation reservation, Directory directory) {
    var criteria =
        reservation.bindingVersion() == 0
            ? reservation.lastRequestedCriteria()
            : reservation.criteria();
    return criteria.map(agreed ->
        of(
            agreed,
            reservation.endpoints(),
            directory,
            "lightpath-" + lastDigits(reservation.connection().toString())));
  }

  private static String lastDigits(String id) {
    return id.substring(id.length() - NAME_DIGITS);
  }

  private static LightpathEndpoints of(
      Criteria criteria, Endpoints ends, Directory directory, String name) {
    var mtu = commonMtu(ends);
    var rate = criteria.bandwidthMbps();
    var endpoints =
        List.of(
            HostEndpoint.of(directory.nameOf(criteria.source()), ends.source(), mtu, rate),
            HostEndpoint.of(
                directory.nameOf(criteria.destination()), ends.destination(), mtu, rate));
    return new LightpathEndpoints(endpoints, EndHostAdvice.of(endpoints, ends.delay(), name));
  }

  private static @Nullable Integer commonMtu(Endpoints ends) {
    var known =
        Stream.of(ends.source(), ends.destination())
            .flatMapToInt(end -> end.mtu() == null ? IntStream.empty() : IntStream.of(end.mtu()))
            .min();
    return known.isPresent() ? known.getAsInt() : null;
  }
}
