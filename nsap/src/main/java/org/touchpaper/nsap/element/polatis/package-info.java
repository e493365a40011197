/**
 * Polatis' photonic switches over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.polatis.Polatis}: what a circuit looks like there.
 */
@NullMarked
package org.touchpaper.nsap.element.polatis;

import org.jspecify.annotations.NullMarked;
