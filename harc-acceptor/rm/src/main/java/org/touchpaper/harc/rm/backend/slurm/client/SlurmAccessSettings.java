package org.touchpaper.harc.rm.backend.slurm.client;

/** The settings for access to a cluster's slurmctld. */
public sealed interface SlurmAccessSettings permits SlurmCommands, SlurmrestdAccess {}
