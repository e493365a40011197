package org.touchpaper.harc.rm.slurm;

/** How a cluster's slurmctld is spoken to. */
public sealed interface SlurmAccess permits SlurmCommands, RestAccess {}
