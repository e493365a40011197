package org.touchpaper.harc.rm.backend.slurm.client;

import org.junit.jupiter.api.Tag;
import org.touchpaper.harc.rm.backend.slurm.SlurmInterface;
import org.touchpaper.harc.rm.backend.slurm.SlurmSchedulerContractTest;

/** The same contract through slurmrestd, with the first API version that supports it. */
@Tag("slurm")
@SlurmInterface.Via(SlurmInterface.SLURMRESTD_OF_25_05)
class SlurmrestdControllerSchedulerContractTest extends SlurmSchedulerContractTest {}
