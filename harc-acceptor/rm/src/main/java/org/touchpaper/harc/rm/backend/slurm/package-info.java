/**
 * A machine whose nodes Slurm schedules. Bookings are kept in PostgreSQL; Slurm's reservations are
 * their projection, because Slurm acknowledges a change up to five seconds before it saves it.
 * Start at {@link org.touchpaper.harc.rm.backend.slurm.SlurmBackend}, which brings Slurm into the
 * state that a booking calls for; {@link org.touchpaper.harc.rm.backend.slurm.ReconciliationLoop}
 * compares both. Slurm is accessed only through {@link
 * org.touchpaper.harc.rm.backend.slurm.client}.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.slurm;

import org.jspecify.annotations.NullMarked;
