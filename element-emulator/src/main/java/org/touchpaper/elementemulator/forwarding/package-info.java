/**
 * What one element does with a packet that arrives at a port. Start at {@link
 * org.touchpaper.elementemulator.forwarding.ForwardingResult}; the packages of the makes decide it.
 * Depends on no other package of the emulator.
 */
@NullMarked
package org.touchpaper.elementemulator.forwarding;

import org.jspecify.annotations.NullMarked;
