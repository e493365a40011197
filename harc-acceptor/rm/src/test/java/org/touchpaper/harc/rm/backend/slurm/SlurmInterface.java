package org.touchpaper.harc.rm.backend.slurm;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** The interfaces to Slurm and its versions; a test class runs with one of them. */
public enum SlurmInterface {
  /** {@code scontrol} of this machine's Slurm. */
  SCONTROL,

  /** {@code scontrol} of a newer one. */
  NEWER_SCONTROL,

  /** slurmrestd of a newer one, in the version it prefers. */
  SLURMRESTD,

  /** The oldest version of its API in which reservations can be written. */
  SLURMRESTD_OF_25_05;

  /** Selects the interface for a test class, if not this machine's own commands. */
  @Tag("newer-slurm")
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Via {
    /** The interface. */
    SlurmInterface value();
  }

  /** The interface of that test class. */
  static SlurmInterface of(TestInfo test) {
    return Optional.ofNullable(test.getTestClass().orElseThrow().getAnnotation(Via.class))
        .map(Via::value)
        .orElse(SCONTROL);
  }

  /** Starts a cluster; fails if there is none of that kind, unless its tests are excluded. */
  SlurmCluster up(String name) {
    if (this == SCONTROL) {
      return SlurmCluster.up(name);
    }
    try {
      return SlurmCluster.up(name, SlurmInstallation.findNewer(), this);
    } catch (SlurmInstallation.MissingInstallationException e) {
      throw new IllegalStateException(e.getMessage() + ", or use --without-newer-slurm", e);
    }
  }
}
