/**
 * Whether a circuit from a host to the border fits, and with which VLAN: the L-NSAP's {@link
 * org.touchpaper.segment.provider.Admission}. Start reading at {@link
 * org.touchpaper.lnsap.circuit.CampusAdmission}; what it decided is a {@link
 * org.touchpaper.lnsap.circuit.Tail}, from which {@code element} derives the configuration.
 */
@NullMarked
package org.touchpaper.lnsap.circuit;

import org.jspecify.annotations.NullMarked;
