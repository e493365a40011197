/**
 * A machine whose scheduler is Slurm. What is promised stands in our calendar in PostgreSQL;
 * Slurm's reservations are its projection, because Slurm acknowledges up to five seconds before it
 * saves. {@link org.touchpaper.harc.rm.slurm.SlurmScheduler} is the scheduler's face and the place
 * to start; {@link org.touchpaper.harc.rm.slurm.Booking} is one promise and its states; {@link
 * org.touchpaper.harc.rm.slurm.ReservationKeeper} makes Slurm say what the calendar says; {@link
 * org.touchpaper.harc.rm.slurm.SlurmController} is the seam to Slurm, with two voices behind:
 * {@link org.touchpaper.harc.rm.slurm.Scontrol} and {@link
 * org.touchpaper.harc.rm.slurm.Slurmrestd}.
 */
@NullMarked
package org.touchpaper.harc.rm.slurm;

import org.jspecify.annotations.NullMarked;
