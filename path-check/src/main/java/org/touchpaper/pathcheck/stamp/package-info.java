/** The packets of STAMP (RFC 8762), unauthenticated mode. Pure. */
@NullMarked
package org.touchpaper.pathcheck.stamp;

import org.jspecify.annotations.NullMarked;
