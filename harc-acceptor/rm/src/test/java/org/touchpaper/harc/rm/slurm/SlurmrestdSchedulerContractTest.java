package org.touchpaper.harc.rm.slurm;

import org.junit.jupiter.api.Tag;

/** The same contract through slurmrestd, in the first version that can keep it. */
@Tag("slurm")
@Voice.Spoken(Voice.SLURMRESTD_OF_25_05)
class SlurmrestdSchedulerContractTest extends SlurmSchedulerContractTest {}
