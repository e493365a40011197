package org.touchpaper.harc.rm.backend.slurm;

import org.junit.jupiter.api.Tag;

/** The same tests through slurmrestd. */
@Tag("slurm")
@SlurmInterface.Via(SlurmInterface.SLURMRESTD)
class SlurmrestdLostReservationTest extends LostReservationTest {}
