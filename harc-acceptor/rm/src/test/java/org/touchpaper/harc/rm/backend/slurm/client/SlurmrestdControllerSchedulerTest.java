package org.touchpaper.harc.rm.backend.slurm.client;

import org.junit.jupiter.api.Tag;
import org.touchpaper.harc.rm.backend.slurm.SlurmInterface;
import org.touchpaper.harc.rm.backend.slurm.SlurmSchedulerTest;

/** The same tests through slurmrestd. */
@Tag("slurm")
@SlurmInterface.Via(SlurmInterface.SLURMRESTD)
class SlurmrestdControllerSchedulerTest extends SlurmSchedulerTest {}
