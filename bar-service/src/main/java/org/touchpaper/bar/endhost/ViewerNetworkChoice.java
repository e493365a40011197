package org.touchpaper.bar.endhost;

import java.util.List;
import java.util.Optional;
import org.touchpaper.bar.coallocation.PartStatusDetails;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * By which path a viewer reaches a run: over the lightpath, or else over the production network.
 */
public sealed interface ViewerNetworkChoice {

  /** How a segment's problem begins when a circuit is configured and carries nothing. */
  String IMPAIRED = "impaired: ";

  /** Why this path. */
  String reason();

  /**
   * Over the lightpath.
   *
   * @param address of the run's host on the lightpath, without prefix length
   */
  record OverLightpath(String address, String reason) implements ViewerNetworkChoice {}

  /**
   * Over the production network, because the lightpath does not carry the run.
   *
   * @param address of the run's host there
   */
  record OverProduction(String address, String reason) implements ViewerNetworkChoice {}

  /** No address is known. */
  record NoPath(String reason) implements ViewerNetworkChoice {}

  /**
   * Chooses the path to a host at an end of a lightpath.
   *
   * @param status of the lightpath
   * @param host the run's host
   */
  static ViewerNetworkChoice of(
      PartStatusDetails status, List<HostEndpoint> endpoints, String host) {
    var end = endpoints.stream().filter(candidate -> candidate.host().equals(host)).findFirst();
    var address =
        end.flatMap(found -> Optional.ofNullable(found.address()))
            .map(text -> text.replaceFirst("/.*", ""));
    var lack =
        address.isEmpty()
            ? Optional.of(host + " has no address on the lightpath")
            : whyUnusable(status);
    if (lack.isEmpty()) {
      var isUp = status.state() == BookingPhase.ACTIVE;
      return new OverLightpath(
          address.orElseThrow(), "the lightpath is " + (isUp ? "up" : "not up yet"));
    }
    return end.flatMap(found -> Optional.ofNullable(found.production()))
        .<ViewerNetworkChoice>map(production -> new OverProduction(production, lack.get()))
        .or(() ->
            address
                .filter(_ -> !status.state().isFinal())
                .map(at -> new OverLightpath(at, lack.get())))
        .orElseGet(() -> new NoPath(lack.get()));
  }

  /** A path that was checked and found bad still carries packets. */
  private static Optional<String> whyUnusable(PartStatusDetails status) {
    var problem = status.problemDescription();
    return switch (status.state()) {
      case ACTIVE -> problem.filter(text -> text.contains(IMPAIRED));
      case COMMITTED -> problem;
      case FAILED, UNDECIDED, REFUSED, CANCELLED, ENDED ->
          Optional.of(problem.orElse("the lightpath is " + status.state()));
    };
  }
}
