package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All reservations as Slurm showed them at once: two questions, however many there are.
 *
 * @param boot when the slurmctld was started that showed them, or an earlier one
 * @param byName by their names
 */
record ReservationSnapshot(Instant boot, Map<String, SlurmReservation> byName) {
  ReservationSnapshot {
    byName = Map.copyOf(byName);
  }

  /** The boot time is read before, lest a slurmctld be taken for the one that showed them. */
  static ReservationSnapshot by(SlurmController slurm, Instant boot) {
    return new ReservationSnapshot(
        boot,
        slurm.listReservations().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    SlurmReservation::name, Function.identity(), (first, _) -> first)));
  }

  List<SlurmReservation> reservations() {
    return List.copyOf(byName.values());
  }

  Optional<SlurmReservation> find(String reservation) {
    return Optional.ofNullable(byName.get(reservation));
  }
}
