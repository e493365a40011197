/**
 * The Cisco ONS 15454 over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.cisco.Ons15454Plugin}: the items of a circuit.
 */
@NullMarked
package org.touchpaper.nsap.element.cisco;

import org.jspecify.annotations.NullMarked;
