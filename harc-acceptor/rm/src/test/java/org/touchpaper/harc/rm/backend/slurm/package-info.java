/**
 * Tests of the Slurm scheduler against real clusters: {@link
 * org.touchpaper.harc.rm.backend.slurm.SlurmCluster} starts munged, slurmctld and slurmds in a
 * directory.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.slurm;

import org.jspecify.annotations.NullMarked;
