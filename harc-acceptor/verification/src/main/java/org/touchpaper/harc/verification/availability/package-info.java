/**
 * How often a set of acceptors can decide. Start at {@link
 * org.touchpaper.harc.verification.availability.AvailabilitySimulation}, years of failures and
 * repairs with transactions of the simulator as probes; {@link
 * org.touchpaper.harc.verification.availability.AvailabilityResult} is compared with the formulas
 * of {@link org.touchpaper.harc.verification.availability.BirthDeathAvailabilityModel}. Depends on
 * {@code verification.simulation}. Pure.
 */
@NullMarked
package org.touchpaper.harc.verification.availability;

import org.jspecify.annotations.NullMarked;
