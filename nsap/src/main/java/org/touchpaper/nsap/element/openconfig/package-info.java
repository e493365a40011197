/**
 * Elements with OpenConfig's interfaces and network instances over NETCONF (RFC 6241) and SSH (RFC
 * 6242). Start reading at {@link org.touchpaper.nsap.element.openconfig.OpenConfigPlugin}: the
 * items of a circuit.
 */
@NullMarked
package org.touchpaper.nsap.element.openconfig;

import org.jspecify.annotations.NullMarked;
