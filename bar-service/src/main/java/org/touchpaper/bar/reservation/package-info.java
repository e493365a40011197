/**
 * A lightpath's booking at its site's broker: what was asked, which segments carry it, and how far
 * each of them has come.
 *
 * <p>Start at {@link org.touchpaper.bar.reservation.Reservation}: one connection, made of NSI's
 * machines, one file for each concern: {@code Revisions} (RSM), {@code Permission} (PSM), {@code
 * Lifecycle} (LSM) and {@code Circuit} (the data plane), over the {@code Shares} of its segments
 * ({@code Chain} is one version's). {@code RequesterVerbs} is what is asked of it from above,
 * {@code Course} its way through the segments. It decides by itself what has to be asked next
 * ({@link org.touchpaper.bar.reservation.Call}) and is told what came of it ({@link
 * org.touchpaper.bar.reservation.Answer}); the shell in {@code coordination} does the talking.
 * Depends on {@code segment.connection} and JPA's annotations.
 */
@NullMarked
package org.touchpaper.bar.reservation;

import org.jspecify.annotations.NullMarked;
