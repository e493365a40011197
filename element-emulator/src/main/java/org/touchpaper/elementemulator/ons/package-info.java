/**
 * The emulated Cisco ONS 15454, SONET and SDH. Start at {@link
 * org.touchpaper.elementemulator.ons.EmulatedOns15454}. Depends on {@code tl1} and {@code state}.
 */
@NullMarked
package org.touchpaper.elementemulator.ons;

import org.jspecify.annotations.NullMarked;
