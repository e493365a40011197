/**
 * Any element that speaks NETCONF (RFC 6241) over SSH (RFC 6242) and keeps OpenConfig's interfaces
 * and network instances. Start reading at {@link
 * org.touchpaper.nsap.element.openconfig.OpenConfig}: what a circuit looks like there.
 */
@NullMarked
package org.touchpaper.nsap.element.openconfig;

import org.jspecify.annotations.NullMarked;
