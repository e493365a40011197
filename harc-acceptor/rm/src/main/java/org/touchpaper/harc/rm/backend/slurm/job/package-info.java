/** Batch jobs of Slurm: what is submitted, what slurmctld says of it, and the ways to ask. */
@NullMarked
package org.touchpaper.harc.rm.backend.slurm.job;

import org.jspecify.annotations.NullMarked;
