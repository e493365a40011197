/**
 * Two network namespaces and the emulated path between them. {@link
 * org.touchpaper.lab.network.PacketDepartureCalculator} is pure.
 */
@NullMarked
package org.touchpaper.lab.network;

import org.jspecify.annotations.NullMarked;
