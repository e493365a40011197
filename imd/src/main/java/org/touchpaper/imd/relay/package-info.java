/**
 * A relay that stands beside the engine, at the cluster's end of the lightpath. Start at {@link
 * org.touchpaper.imd.relay.ImdRelay} for what it does and at {@link
 * org.touchpaper.imd.relay.RelayState} for how it decides; the latter is pure.
 */
@NullMarked
package org.touchpaper.imd.relay;

import org.jspecify.annotations.NullMarked;
