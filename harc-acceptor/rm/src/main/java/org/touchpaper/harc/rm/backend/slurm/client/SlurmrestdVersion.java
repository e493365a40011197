package org.touchpaper.harc.rm.backend.slurm.client;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of slurmrestd's API: {@code v0.0.43} came with Slurm 25.05, 44 with 25.11, 45 with
 * 26.05. Each slurmrestd serves several.
 *
 * @param number the last of its three numbers
 */
public record SlurmrestdVersion(int number) {
  /** Earlier versions cannot create reservations. */
  private static final int FIRST_WRITABLE = 43;

  /** The first with the boot time of slurmctld. */
  private static final int FIRST_WITH_BOOT_TIME = 45;

  /** The newest tested version. */
  private static final int LAST_TESTED = 45;

  static final String REMEDY =
      "reservations can be created from v0.0.43 (Slurm 25.05) on; use a newer slurmrestd, or remove"
          + " touchpaper.rm.slurm.rest.url to use scontrol";

  private static final Pattern TEXT = Pattern.compile("v0\\.0\\.(\\d{1,4})");

  static SlurmrestdVersion parse(String text) {
    var matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.rest.version must have the form v0.0.43, not " + text);
    }
    return new SlurmrestdVersion(Integer.parseInt(matcher.group(1)));
  }

  /** The newest tested version, or else the one after it; empty if none can create reservations. */
  static Optional<SlurmrestdVersion> best(Collection<SlurmrestdVersion> served) {
    var writable = served.stream().filter(SlurmrestdVersion::canWriteReservations).toList();
    var byNumber = Comparator.comparingInt(SlurmrestdVersion::number);
    return writable.stream()
        .filter(version -> version.number <= LAST_TESTED)
        .max(byNumber)
        .or(() -> writable.stream().min(byNumber));
  }

  boolean canWriteReservations() {
    return number >= FIRST_WRITABLE;
  }

  boolean hasBootTime() {
    return number >= FIRST_WITH_BOOT_TIME;
  }

  @Override
  public String toString() {
    return "v0.0." + number;
  }
}
