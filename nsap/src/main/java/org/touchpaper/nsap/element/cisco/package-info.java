/**
 * Cisco's ONS 15454 over TL1. Start reading at {@link org.touchpaper.nsap.element.cisco.Ons15454}:
 * what a circuit looks like there.
 */
@NullMarked
package org.touchpaper.nsap.element.cisco;

import org.jspecify.annotations.NullMarked;
