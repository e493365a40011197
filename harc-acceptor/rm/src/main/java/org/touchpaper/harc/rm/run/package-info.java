/**
 * Runs: what is launched on the nodes of bookings. {@link
 * org.touchpaper.harc.rm.run.ApplicationRegistry} says what may be launched, {@link
 * org.touchpaper.harc.rm.run.RunService} holds, launches, follows and stops runs, {@link
 * org.touchpaper.harc.rm.run.Run} is the state of one, and a {@link
 * org.touchpaper.harc.rm.run.JobLauncher} carries it out on a machine. Nothing runs twice: a run's
 * name is stored before its job is submitted, the name is looked for before each submission, and a
 * job that finds the start marker of another ends at once.
 */
@NullMarked
package org.touchpaper.harc.rm.run;

import org.jspecify.annotations.NullMarked;
