/**
 * The L-NSAP's {@link org.touchpaper.segment.capacity.CapacityAllocator}: checks that a circuit
 * from a host to the border fits, and selects its VLAN. Start reading at {@link
 * org.touchpaper.lnsap.circuit.CampusCapacityAllocator}; its result is a {@link
 * org.touchpaper.lnsap.circuit.CampusRoute}, from which {@code element} derives the configuration.
 */
@NullMarked
package org.touchpaper.lnsap.circuit;

import org.jspecify.annotations.NullMarked;
