/**
 * Access to Slurm. Start at {@link org.touchpaper.harc.rm.backend.slurm.client.SlurmController} and
 * its two implementations, through scontrol and through slurmrestd; the rest are parsers of their
 * output and a circuit breaker. Depends on {@link org.touchpaper.harc.rm.scheduler} only.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.slurm.client;

import org.jspecify.annotations.NullMarked;
