package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All of Slurm's reservations at one time, read with two requests.
 *
 * @param bootTime the boot time of the slurmctld that showed them, or of an earlier one
 * @param byName the reservations by name
 */
public record ReservationListing(Instant bootTime, Map<String, SlurmReservation> byName) {
  public ReservationListing {
    byName = Map.copyOf(byName);
  }

  /**
   * Reads the reservations. The boot time was read before them, so that it is never later than that
   * of the slurmctld that shows them.
   */
  public static ReservationListing fetch(SlurmController slurm, Instant bootTime) {
    return new ReservationListing(
        bootTime,
        slurm.listReservations().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    SlurmReservation::name, Function.identity(), (first, _) -> first)));
  }

  public List<SlurmReservation> reservations() {
    return List.copyOf(byName.values());
  }

  public Optional<SlurmReservation> find(String reservation) {
    return Optional.ofNullable(byName.get(reservation));
  }
}
