/**
 * The data plane of an emulated network: packets between hosts, along what the elements hold. The
 * pure part follows one packet: start at {@link
 * org.touchpaper.elementemulator.dataplane.PathTracer}. {@link
 * org.touchpaper.elementemulator.dataplane.DataPlane} carries packets between TAP interfaces of
 * Linux; it is told of each change by {@link
 * org.touchpaper.elementemulator.state.ElementState#onChange}. Depends on {@code forwarding}, the
 * makes' packages and {@code state}.
 */
@NullMarked
package org.touchpaper.elementemulator.dataplane;

import org.jspecify.annotations.NullMarked;
