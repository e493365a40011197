package org.touchpaper.harc.rm.slurm;

import org.junit.jupiter.api.Tag;

/** The same stories through slurmrestd. */
@Tag("slurm")
@Voice.Spoken(Voice.SLURMRESTD)
class SlurmrestdLostAndTakenTest extends LostAndTakenTest {}
