package org.touchpaper.harc.rm.slurm;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/** The ways to speak to Slurm, and to which: a class of stories is told in each. */
enum Voice {
  /** {@code scontrol} of this machine's Slurm. */
  SCONTROL,

  /** {@code scontrol} of a newer one. */
  NEWER_SCONTROL,

  /** slurmrestd of a newer one, in the version it prefers. */
  SLURMRESTD,

  /** The oldest version of its API in which reservations can be written. */
  SLURMRESTD_OF_25_05;

  /** On a class of tests: how it speaks to Slurm, if not through this machine's own commands. */
  @Tag("newer-slurm")
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Spoken {
    /** How. */
    Voice value();
  }

  /** How that class speaks. */
  static Voice of(TestInfo test) {
    return Optional.ofNullable(test.getTestClass().orElseThrow().getAnnotation(Spoken.class))
        .map(Spoken::value)
        .orElse(SCONTROL);
  }

  /** Starts a cluster; there has to be one of that kind, unless its tests are left out. */
  SlurmCluster up(String name) {
    if (this == SCONTROL) {
      return SlurmCluster.up(name);
    }
    try {
      return SlurmCluster.up(name, SlurmTree.newer(), this);
    } catch (SlurmTree.Missing e) {
      throw new IllegalStateException(e.getMessage() + ", or say --without-newer-slurm", e);
    }
  }
}
