package org.touchpaper.harc.rm.slurm;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of slurmrestd's API: {@code v0.0.43} came with Slurm 25.05, 44 with 25.11, 45 with
 * 26.05. Each slurmrestd serves a few.
 *
 * @param number the last of its three
 */
public record RestVersion(int number) {
  /** Before it, reservations could be read and deleted, but not made. */
  private static final int FIRST = 43;

  /** The first that tells when slurmctld was started. */
  private static final int TELLS_BOOT_TIME = 45;

  /** The last that was tried. */
  private static final int LAST_KNOWN = 45;

  static final String REMEDY =
      "reservations can be made from v0.0.43 (Slurm 25.05) on; take a newer slurmrestd, or leave out"
          + " touchpaper.rm.slurm.rest.url and speak through scontrol";

  private static final Pattern TEXT = Pattern.compile("v0\\.0\\.(\\d{1,4})");

  static RestVersion parse(String text) {
    var matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a version of slurmrestd's API looks like v0.0.43, not " + text);
    }
    return new RestVersion(Integer.parseInt(matcher.group(1)));
  }

  /** The newest that was tried, or else the one after that; empty if none can make reservations. */
  static Optional<RestVersion> best(Collection<RestVersion> served) {
    var able = served.stream().filter(RestVersion::canWriteReservations).toList();
    var byNumber = Comparator.comparingInt(RestVersion::number);
    return able.stream()
        .filter(version -> version.number <= LAST_KNOWN)
        .max(byNumber)
        .or(() -> able.stream().min(byNumber));
  }

  boolean canWriteReservations() {
    return number >= FIRST;
  }

  boolean tellsBootTime() {
    return number >= TELLS_BOOT_TIME;
  }

  @Override
  public String toString() {
    return "v0.0." + number;
  }
}
